import * as l10n from "@vscode/l10n";
import { html, nothing, type TemplateResult } from "lit";
import type { Card } from "../../src/protocol/index.ts";
import { checkIcon, directionsIcon } from "../icons.ts";
import {
  answerButton,
  type CardControls,
  type CardItem,
  cardButtons,
  cardHead,
  cardLines,
  dismissButton,
  openCard,
  settledCard,
  standingMark,
} from "./parts.ts";
import { visiblePlainText, visibleText } from "./visibleText.ts";

type Directions = Extract<Card, { kind: "directions" }>;

/** Ways to go on, side by side; one click takes one. */
export function directionsCard(item: CardItem, card: Directions, controls: CardControls): TemplateResult {
  const { standing } = card;
  const head = cardHead(
    directionsIcon,
    l10n.t("Directions"),
    item.name,
    standing === "open" ? nothing : standingMark(standing),
  );
  const body = html`${cardLines(item.text)}${list(card, controls)}`;
  if (standing === "open") return openCard(head, html`${body}${cardButtons(dismissButton(controls))}`);
  if (standing === "dismissed") return settledCard(head, body);
  return html`<div class="card taken"><div class="card-head">${head}</div>${body}</div>`;
}

function list(card: Directions, controls: CardControls): TemplateResult {
  const chosen = card.directions.findIndex(({ title }) => title === card.chosen);
  return html`<ul class="directions">
    ${card.directions.map(({ title, description }, index) => {
      const isChosen = index === chosen;
      return html`<li class="direction" data-chosen=${isChosen ? "true" : nothing}>
        <p class="direction-title">${visibleText(title)}</p>
        ${cardLines(description, "direction-text")}
        ${isChosen ? html`<p class="chosen">${checkIcon}${l10n.t("Chosen")}</p>` : nothing}
        ${card.standing === "open" ? takeButton(title, controls) : nothing}
      </li>`;
    })}
  </ul>`;
}

function takeButton(title: string, controls: CardControls): TemplateResult {
  const label = l10n.t("Take This Direction");
  return answerButton(controls, { label, name: `${label}: ${visiblePlainText(title)}`, answer: { direction: title } });
}
