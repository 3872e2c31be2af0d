/** Cards of what the agent proposes to keep: a skill in the workspace, a rule in the design system. */
import * as l10n from "@vscode/l10n";
import { html, nothing, type TemplateResult } from "lit";
import type { CardStanding } from "../../src/protocol/index.ts";
import { ruleIcon, skillIcon } from "../icons.ts";
import {
  answerButton,
  type CardControls,
  type CardItem,
  cardButtons,
  cardHead,
  cardLines,
  dismissButton,
  exactText,
  openCard,
  settledCard,
  standingMark,
} from "./parts.ts";

interface Proposal {
  readonly icon: TemplateResult;
  readonly title: string;
  readonly content: TemplateResult;
  readonly accept: string;
  readonly acceptedWord: string;
}

export function skillCard(item: CardItem, controls: CardControls): TemplateResult {
  return proposalCard(item, controls, {
    icon: skillIcon,
    title: l10n.t("Skill Proposal"),
    content: exactText(l10n.t("Content"), item.text),
    accept: l10n.t("Save Skill"),
    acceptedWord: l10n.t("Saved"),
  });
}

export function lintRuleCard(item: CardItem, rule: string, controls: CardControls): TemplateResult {
  return proposalCard(item, controls, {
    icon: ruleIcon,
    title: l10n.t("Lint Rule Proposal"),
    content: html`${cardLines(item.text)}${exactText(l10n.t("Rule"), rule)}`,
    accept: l10n.t("Add Rule"),
    acceptedWord: l10n.t("Added"),
  });
}

function proposalCard(item: CardItem, controls: CardControls, proposal: Proposal): TemplateResult {
  const { icon, title, content, accept, acceptedWord } = proposal;
  const standing: CardStanding = item.card.standing;
  const head = cardHead(icon, title, item.name, standing === "open" ? nothing : standingMark(standing, acceptedWord));
  const body = html`${cardLines(item.summary)}${content}`;
  if (standing !== "open") return settledCard(head, body);
  const buttons = cardButtons(
    answerButton(controls, { label: accept, tone: "primary", answer: { choice: "accept" } }),
    dismissButton(controls),
  );
  return openCard(head, html`${body}${buttons}`);
}
