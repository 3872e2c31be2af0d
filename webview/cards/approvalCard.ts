import * as l10n from "@vscode/l10n";
import { html, type TemplateResult } from "lit";
import type { Card } from "../../src/protocol/index.ts";
import type { Host } from "../host.ts";
import { approvalIcon } from "../icons.ts";
import { nodeName, pointAt } from "../nodeEvents.ts";
import { callPlan } from "./callPlan.ts";
import { layOutArguments } from "./layOutArguments.ts";
import {
  answerButton,
  type CardControls,
  cardButtons,
  cardHead,
  exactText,
  expiredNote,
  openCard,
  settledCard,
  standingMark,
} from "./parts.ts";
import { planWords } from "./planWords.ts";
import { visibleText } from "./visibleText.ts";

type Approval = Extract<Card, { kind: "approval" }>;

/** A call that waits until the person says whether it may run, with all that it would run with (TRN-2, TRN-10). */
export function approvalCard(card: Approval, controls: CardControls, host: Host): TemplateResult {
  const { standing, tool, reason } = card;
  const plan = callPlan(tool, card.arguments);
  const words = plan === undefined ? "" : planWords(plan, (id) => nodeName(host, id) ?? id);
  if (standing !== "open") {
    const what = html`<span class="card-summary">${visibleText(words)}</span>${standingMark(standing)}`;
    const head = cardHead(approvalIcon, l10n.t("Tool Approval"), tool, what);
    return settledCard(head, argumentsOf(card), expiredNote(standing, l10n.t("The call didn’t run.")));
  }
  const body = html`<p class="card-why">${whyItWaits(reason)}</p>
    ${argumentsOf(card)}
    ${cardButtons(
      answerButton(controls, { label: l10n.t("Allow"), tone: "primary", answer: { choice: "allow" } }),
      answerButton(controls, { label: l10n.t("Deny"), answer: { choice: "deny" } }),
      ...(reason === "askFirst" ? [allowForDocument(controls)] : []),
    )}`;
  const head = words === "" ? cardHead(approvalIcon, l10n.t("Allow this tool to run?"), tool) : headOfPlan(words, tool);
  const shown = openCard(head, body);
  return plan === undefined ? shown : pointing(shown, [...plan.changes, ...plan.deletes]);
}

/** What would be done comes first; by which tool is for those who want to know. */
function headOfPlan(words: string, tool: string): TemplateResult {
  return html`${approvalIcon}<span class="card-plan">${visibleText(words)}</span
    ><span class="card-name">${visibleText(tool)}</span>`;
}

/** While the card is pointed at or has the focus, the drawing shows which nodes it is about. */
function pointing(card: TemplateResult, ids: readonly string[]): TemplateResult {
  const point = (event: Event) => pointAt(event.currentTarget, ids);
  const leave = (event: Event) => pointAt(event.currentTarget, []);
  return html`<div @pointerenter=${point} @pointerleave=${leave} @focusin=${point} @focusout=${leave}>${card}</div>`;
}

function allowForDocument(controls: CardControls): TemplateResult {
  return answerButton(controls, {
    label: l10n.t("Allow for This Document"),
    title: l10n.t("Until this document is closed, this tool runs without asking"),
    answer: { choice: "allow", forDocument: true },
  });
}

function argumentsOf(card: Approval): TemplateResult {
  if (card.arguments.trim() === "") return html`<p class="card-note">${l10n.t("The call has no arguments.")}</p>`;
  return exactText(l10n.t("Arguments"), layOutArguments(card.arguments));
}

function whyItWaits(reason: string): string {
  switch (reason) {
    case "askFirst":
      return l10n.t("In the mode “Ask first”, the agent asks before it changes anything.");
    case "repeated":
      return l10n.t("The agent makes the same call for the third time in a row.");
    case "rounds":
      return l10n.t("This turn has used tools 100 times over. Allow this call to let it go on.");
    default:
      return l10n.t("The call waits for your answer.");
  }
}
