import * as l10n from "@vscode/l10n";
import { html, type TemplateResult } from "lit";
import type { Card } from "../../src/protocol/index.ts";
import type { Host } from "../host.ts";
import { questionIcon } from "../icons.ts";
import {
  type CardControls,
  type CardItem,
  cardHead,
  cardLines,
  expiredNote,
  openCard,
  settledCard,
  standingMark,
} from "./parts.ts";
import "./questionsForm.ts";
import { visibleText } from "./visibleText.ts";

type Questions = Extract<Card, { kind: "questions" }>;

/** Questions of the agent; once answered, with what the person said. */
export function questionsCard(item: CardItem, card: Questions, controls: CardControls, host: Host): TemplateResult {
  const { standing, questions } = card;
  const title = questions.length === 1 ? l10n.t("Question") : l10n.t("Questions");
  const head = cardHead(questionIcon, title, item.name, standingMark(standing));
  switch (standing) {
    case "open":
      return openCard(
        head,
        html`${cardLines(item.text)}
          <silverpoint-questions
            .host=${host}
            .itemId=${item.id}
            .questions=${questions}
            .controls=${controls}
          ></silverpoint-questions>`,
      );
    case "answered":
      return html`<div class="card"><div class="card-head">${head}</div>${cardLines(item.text)}${given(card)}</div>`;
    default:
      return settledCard(head, html`${cardLines(item.text)}${asked(card)}`, expiredNote(standing, ""));
  }
}

function given({ questions, answers }: Questions): TemplateResult {
  return html`<dl class="given">
    ${questions.map(({ id, text }) => {
      const said = Object.hasOwn(answers, id) ? (answers[id] ?? []) : [];
      return html`<div>
        <dt>${visibleText(text)}</dt>
        ${said.length === 0 ? html`<dd class="muted">${l10n.t("No answer")}</dd>` : said.map((each) => html`<dd class="lines">${visibleText(each)}</dd>`)}
      </div>`;
    })}
  </dl>`;
}

function asked({ questions }: Questions): TemplateResult {
  return html`<ul class="asked">
    ${questions.map(
      ({ text, options }) =>
        html`<li>
          ${visibleText(text)}
          ${options.map(({ label }) => html`<span class="asked-option">${visibleText(label)}</span>`)}
        </li>`,
    )}
  </ul>`;
}
