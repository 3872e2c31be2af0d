/** The parts that all cards are made of. */
import * as l10n from "@vscode/l10n";
import { html, nothing, type TemplateResult } from "lit";
import type { CardStanding, ViewItem, WireCardAnswer } from "../../src/protocol/index.ts";
import { button } from "../controls.ts";
import { checkIcon, clockIcon, removeIcon } from "../icons.ts";
import { visiblePlainText, visibleText } from "./visibleText.ts";

/** What a card's view can do. */
export interface CardControls {
  /** The answer is on its way: nothing can be pressed. */
  readonly isBusy: boolean;
  readonly answer: (answer: WireCardAnswer) => void;
}

type Part = TemplateResult | typeof nothing;

/** A card's first line: what it is, the name of what it is about, and where it stands. */
export function cardHead(
  icon: TemplateResult,
  title: string,
  name: string | undefined,
  standing: Part = nothing,
): Part {
  return html`${icon}<span class="card-type">${title}</span>
    ${name ? html`<span class="card-name" title=${visiblePlainText(name)}>${visibleText(name)}</span>` : nothing}${standing}`;
}

/** A card that can be answered. */
export function openCard(head: Part, body: Part): TemplateResult {
  return html`<div class="card ask"><div class="card-head">${head}</div>${body}</div>`;
}

/** A card that has been answered, or never will be: one quiet line that unfolds to what there was, and what is left to say. */
export function settledCard(head: Part, folded: Part, below: Part = nothing): TemplateResult {
  return html`<div class="card">
    <details>
      <summary class="card-head">${head}</summary>
      <div class="unfolded">${folded}</div>
    </details>
    ${below}
  </div>`;
}

/** A longer text exactly as it is, never cut: it scrolls, and what can't be seen in it has a mark (TRN-10). */
export function exactText(label: string, text: string): TemplateResult {
  return html`<pre class="plain exact" tabindex="0" role="group" aria-label=${label}>${visibleText(text)}</pre>`;
}

/** A text in lines of its own; nothing when there is none. */
export function cardLines(text: string | undefined, className = "card-lines"): Part {
  return text ? html`<div class="lines ${className}">${visibleText(text)}</div>` : nothing;
}

export function cardButtons(...buttons: readonly TemplateResult[]): TemplateResult {
  return html`<div class="card-buttons">${buttons}</div>`;
}

interface AnswerButton {
  readonly label: string;
  readonly name?: string;
  readonly title?: string;
  readonly tone?: "primary" | "secondary";
  /** There is nothing to answer yet. */
  readonly disabled?: boolean;
  readonly answer: WireCardAnswer | undefined;
}

/** The second click of a double click is none: by then another card may stand where it lands. */
export function answerButton(
  controls: CardControls,
  { answer, disabled = false, ...shown }: AnswerButton,
): TemplateResult {
  return button({
    ...shown,
    disabled: disabled || controls.isBusy,
    onPress: (event) => {
      if (event instanceof UIEvent && event.detail > 1) return;
      if (answer !== undefined) controls.answer(answer);
    },
  });
}

export function dismissButton(controls: CardControls): TemplateResult {
  return answerButton(controls, { label: l10n.t("Dismiss"), answer: { choice: "dismiss" } });
}

/** Where a card stands, with a word of its own for what was accepted. */
export function standingMark(standing: CardStanding, acceptedWord = l10n.t("Accepted")): Part {
  switch (standing) {
    case "open":
      return nothing;
    case "accepted":
      return mark("finished", checkIcon, acceptedWord);
    case "allowed":
      return mark("finished", checkIcon, l10n.t("Allowed"));
    case "answered":
      return mark("finished", checkIcon, l10n.t("Answered"));
    case "denied":
      return mark("other", removeIcon, l10n.t("Declined"));
    case "dismissed":
      return mark("other", removeIcon, l10n.t("Dismissed"));
    case "expired":
      return mark("interrupted", clockIcon, l10n.t("Not answered"));
  }
}

function mark(tone: string, icon: TemplateResult, word: string): TemplateResult {
  return html`<span class="standing" data-tone=${tone}>${icon}<span>${word}</span></span>`;
}

/** Why a card that waited inside a turn can't be answered any more (TRN-11). */
export function expiredNote(standing: CardStanding, what: string): Part {
  if (standing !== "expired") return nothing;
  return html`<p class="card-note">
    ${l10n.t("Not answered before the turn was stopped or the document was closed.")} ${what}
  </p>`;
}

export type CardItem = ViewItem & { readonly card: NonNullable<ViewItem["card"]> };
