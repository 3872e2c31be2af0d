import type { ArchivedConversation, Block, Item } from "../archive/types.ts";
import { isBesideTurns } from "./compaction/rewrites.ts";
import { readOpening } from "./turnFacts.ts";
import { asWaitingMessage, defaultMode, type ImageReference, type WaitingMessage } from "./waitingMessage.ts";

/** The turn that came last: where it opens in the history and in the items, and the message that opened it. */
export interface LastTurn {
  readonly historyStart: number;
  readonly itemsStart: number;
  /** The item of its message. */
  readonly itemId: string;
  readonly message: WaitingMessage;
}

/**
 * The last turn, where it can be taken back: its message is one of ours, and stands both in the history and among the items.
 * Undefined before the first one, after a compaction that took it in, and where the two don't belong together.
 */
export function lastTurn(saved: ArchivedConversation, newId: () => string): LastTurn | undefined {
  const historyStart = saved.sentFacts.at(-1)?.message ?? lastOpening(saved.history);
  const opening = saved.history[historyStart];
  if (opening?.role !== "user") return undefined;
  const written = readOpening(opening.content);
  const itemsStart = saved.items.findLastIndex(({ type }) => type === "user");
  const item = saved.items[itemsStart];
  if (item === undefined || written === undefined || textOf(item) !== written.text) return undefined;
  const message = {
    id: newId(),
    text: written.text,
    images: imagesOf(opening.content),
    mode: written.mode ?? defaultMode,
  };
  const imagesOmitted = opening.content.flatMap((block) =>
    block.type === "imageOmitted" ? [{ mimeType: block.mimeType }] : [],
  );
  return {
    historyStart,
    itemsStart,
    itemId: item.id,
    message: imagesOmitted.length === 0 ? message : Object.assign(message, { imagesOmitted }),
  };
}

/**
 * The conversation without its last turn: its items with what was said of them, its history messages and its record go.
 * What it used and cost stays counted, and so does what it changed in the design. What tells of a compaction that came after it
 * stays: the history that begins with the summary does too (CMP-3).
 */
export function withoutTurn(
  saved: ArchivedConversation,
  { historyStart, itemsStart }: Pick<LastTurn, "historyStart" | "itemsStart">,
): ArchivedConversation {
  const items = [...saved.items.slice(0, itemsStart), ...saved.items.slice(itemsStart).filter(isBesideTurns)];
  const gone = new Set<unknown>(saved.items.slice(itemsStart).map(({ id }) => id));
  for (const { id } of items) gone.delete(id);
  const kept = (map: Readonly<Record<string, unknown>>) =>
    Object.fromEntries(Object.entries(map).filter(([id]) => !gone.has(id)));
  return {
    ...saved,
    items,
    history: saved.history.slice(0, historyStart),
    sentFacts: saved.sentFacts.filter((fact) => fact.message < historyStart),
    feedback: kept(saved.feedback),
    skillCards: kept(saved.skillCards),
    lintRuleCards: kept(saved.lintRuleCards),
    approvalCards: kept(saved.approvalCards),
    resolvedCards: saved.resolvedCards.filter((id) => !gone.has(id)),
  };
}

/** A turn that was taken back so that another one takes its place, the conversation with it, and where the other's items begin. */
export interface TakenTurn extends Pick<LastTurn, "itemsStart"> {
  readonly before: ArchivedConversation;
}

/**
 * The conversation with a turn put back whose successor brought nothing: an answer isn't lost to a request that failed. What
 * was tried meanwhile stays counted, and how it failed stays among the items.
 */
export function withTurnPutBack(
  saved: ArchivedConversation,
  { before, itemsStart }: TakenTurn,
  message: WaitingMessage,
): ArchivedConversation {
  const { items, history, sentFacts, feedback, skillCards, lintRuleCards, approvalCards, resolvedCards } = before;
  return {
    ...saved,
    items: [...items, ...saved.items.slice(itemsStart)],
    history,
    sentFacts,
    feedback,
    skillCards,
    lintRuleCards,
    approvalCards,
    resolvedCards,
    // What was tried again stands in the turn that is back; what was edited is still to be sent.
    unsent: message.revises === undefined ? withoutMessage(saved.unsent, message.id) : saved.unsent,
  };
}

function withoutMessage(entries: readonly unknown[], id: string): readonly unknown[] {
  return entries.filter((entry) => asWaitingMessage(entry)?.id !== id);
}

/** Where nothing records the turns, a user message opens one unless it carries the images of a tool. */
function lastOpening(history: ArchivedConversation["history"]): number {
  return history.findLastIndex(({ role }, index) => role === "user" && history[index - 1]?.role !== "tool");
}

function textOf(item: Item): string {
  return item.text ?? "";
}

function imagesOf(content: readonly Block[]): ImageReference[] {
  return content.flatMap((block) =>
    block.type === "image" ? [{ sha256: block.sha256, mimeType: block.mimeType }] : [],
  );
}
