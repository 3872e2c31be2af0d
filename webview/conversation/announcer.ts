import * as l10n from "@vscode/l10n";
import { type Card, itemAt, itemCount, type PanelState, type ViewItem } from "../../src/protocol/index.ts";

/**
 * What a screen reader is told: that a turn ended, that a card opened, that a request is going to be tried again. Short
 * sentences, never the tokens and never each second. Undefined when there is nothing to say.
 */
export function announcement(before: PanelState | undefined, now: PanelState): string | undefined {
  if (before === undefined) return undefined;
  const said = [
    compaction(before, now) ?? turnEnd(before, now),
    openedCards(before, now),
    newRetry(before, now),
  ].filter((each) => each !== undefined);
  return said.length === 0 ? undefined : said.join(". ");
}

/** That the conversation is being compacted, and how that ended. Undefined where what ran or runs is a turn. */
function compaction(before: PanelState, now: PanelState): string | undefined {
  if (now.isCompacting === true) return before.isCompacting === true ? undefined : l10n.t("Summarizing…");
  if (before.isCompacting !== true) return undefined;
  // A message that waited may run already: what came of the compaction stands behind what was there.
  const came = now.items.slice(Math.max(itemCount(before) - now.itemsBefore, 0));
  if (came.some(({ rewrite }) => rewrite?.kind === "compacted")) return l10n.t("Conversation compacted");
  return came.some(({ type }) => type === "failure") ? l10n.t("The conversation was not compacted") : l10n.t("Stopped");
}

function turnEnd(before: PanelState, now: PanelState): string | undefined {
  if (now.turn !== "idle") return undefined;
  if (before.turn === "idle") return failedAtOnce(before, now) ? l10n.t("Failed") : undefined;
  const items = itemsOfTurn(before, now);
  if (items.at(-1)?.type === "failure") return l10n.t("Failed");
  const handedBack = now.unsent.length > before.unsent.length;
  const isCutOff = items.some(({ status }) => status === "interrupted");
  if (before.turn === "stopping" || isCutOff || handedBack) return l10n.t("Stopped");
  return l10n.t("Answer complete");
}

/** A turn can be over before it was seen to run. */
function failedAtOnce(before: PanelState, now: PanelState): boolean {
  return itemCount(now) > itemCount(before) && now.items.at(-1)?.type === "failure";
}

/** The items of the turn that ran before. A turn begins with its message; one that was handed back is taken away. */
function itemsOfTurn(before: PanelState, now: PanelState): readonly ViewItem[] {
  const start = before.itemsBefore + before.items.findLastIndex((item) => item.type === "user");
  return now.items.slice(Math.max(start - now.itemsBefore, 0));
}

function cardWords(kind: Card["kind"]): string {
  switch (kind) {
    case "approval":
      return l10n.t("A tool call needs your answer");
    case "questions":
      return l10n.t("A question needs your answer");
    case "directions":
      return l10n.t("A choice of directions needs your answer");
    case "skill":
      return l10n.t("A skill proposal needs your answer");
    case "lintRule":
      return l10n.t("A lint rule proposal needs your answer");
  }
}

/** A card that stood at its place before is no news. */
function openedCards(before: PanelState, now: PanelState): string | undefined {
  if (before.items === now.items) return undefined;
  const opened = now.items.flatMap(({ card }, index) => {
    if (card?.standing !== "open") return [];
    return itemAt(before, now.itemsBefore + index)?.card?.standing === "open" ? [] : [card.kind];
  });
  const [only] = opened;
  if (only === undefined) return undefined;
  return opened.length === 1 ? cardWords(only) : l10n.t("{0} cards need your answer", opened.length);
}

function newRetry(before: PanelState, { retry }: PanelState): string | undefined {
  if (retry === undefined || before.retry?.attempt === retry.attempt) return undefined;
  return retry.seconds === 1
    ? l10n.t("Trying again in 1 second: {0}", retry.reason)
    : l10n.t("Trying again in {0} seconds: {1}", retry.seconds, retry.reason);
}
