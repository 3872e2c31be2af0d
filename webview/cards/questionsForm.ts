import * as l10n from "@vscode/l10n";
import { html, nothing, type PropertyDeclarations, type PropertyValues, type TemplateResult } from "lit";
import { live } from "lit/directives/live.js";
import type { Host } from "../host.ts";
import { keepEditingKeys } from "../keys.ts";
import { PanelElement } from "../panelElement.ts";
import { type AnswerDraft, answersOf, emptyAnswer, type Question, withPicked, withText } from "./answerDraft.ts";
import { answerButton, type CardControls, cardButtons, dismissButton } from "./parts.ts";
import { visibleText } from "./visibleText.ts";

let forms = 0;

/** The questions of a card, to be filled in. What is filled in survives hiding the panel; nothing but the button answers. */
export class SilverpointQuestions extends PanelElement {
  static override properties: PropertyDeclarations = {
    host: { attribute: false },
    itemId: { attribute: false },
    questions: { attribute: false },
    controls: { attribute: false },
    drafts: { state: true },
  };
  host: Host | undefined;
  itemId = "";
  questions: readonly Question[] = [];
  controls: CardControls | undefined;
  drafts: readonly AnswerDraft[] = [];
  /** Radio buttons belong together by their name, wherever on the page they are. */
  readonly #name = `question-${++forms}`;

  protected override willUpdate(changed: PropertyValues<this>): void {
    if (changed.has("itemId")) this.drafts = this.host?.saved.value.cardDrafts[this.itemId] ?? [];
  }

  protected override render(): TemplateResult | typeof nothing {
    const { controls, questions } = this;
    if (controls === undefined) return nothing;
    const answers = answersOf(questions, this.drafts);
    return html`${questions.map((question, index) => this.#question(question, index, controls.isBusy))}
    ${cardButtons(
      answerButton(controls, {
        label: l10n.t("Answer"),
        tone: "primary",
        disabled: answers === undefined,
        ...(answers === undefined ? { title: l10n.t("Answer at least one question") } : {}),
        answer: answers && { answers },
      }),
      dismissButton(controls),
    )}`;
  }

  #question(question: Question, index: number, isBusy: boolean): TemplateResult {
    const { text, choice, options } = question;
    return html`<fieldset class="question" ?disabled=${isBusy}>
      <legend>${visibleText(text)}</legend>
      ${
        choice === "text"
          ? this.#field(index, l10n.t("Your Answer"), "")
          : html`${options.map((option, place) => this.#option(question, index, place, option))}
            ${this.#option(question, index, undefined, { label: l10n.t("Other") })}
            ${this.#draft(index).other ? this.#field(index, l10n.t("Other Answer"), l10n.t("In your own words")) : nothing}`
      }
    </fieldset>`;
  }

  #option(
    question: Question,
    index: number,
    place: number | undefined,
    { label, description }: Question["options"][number],
  ): TemplateResult {
    const draft = this.#draft(index);
    const isChosen = place === undefined ? draft.other : draft.picked.includes(place);
    return html`<label class="option">
      <input
        type=${question.choice === "single" ? "radio" : "checkbox"}
        name="${this.#name}-${index}"
        .checked=${live(isChosen)}
        @change=${() => this.#pick(question, index, place)}
      />
      <span class="option-text"
        >${visibleText(label)}${description ? html`<span class="option-more">${visibleText(description)}</span>` : nothing}</span
      >
    </label>`;
  }

  #field(index: number, label: string, placeholder: string): TemplateResult {
    return html`<textarea
      class="answer"
      rows="1"
      aria-label=${label}
      placeholder=${placeholder}
      .value=${live(this.#draft(index).text)}
      @input=${(event: Event) => this.#written(event, index)}
      @keydown=${keepEditingKeys}
    ></textarea>`;
  }

  #draft(index: number): AnswerDraft {
    return this.drafts[index] ?? emptyAnswer;
  }

  #pick(question: Question, index: number, place: number | undefined): void {
    this.#keep(index, withPicked(this.#draft(index), question, place));
  }

  #written(event: Event, index: number): void {
    if (event.target instanceof HTMLTextAreaElement)
      this.#keep(index, withText(this.#draft(index), event.target.value));
  }

  #keep(index: number, draft: AnswerDraft): void {
    this.drafts = this.questions.map((_, each) => (each === index ? draft : this.#draft(each)));
    const { saved } = this.host ?? {};
    saved?.update({ cardDrafts: { ...saved.value.cardDrafts, [this.itemId]: this.drafts } });
  }
}

customElements.define("silverpoint-questions", SilverpointQuestions);
