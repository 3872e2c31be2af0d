import type { Item, Message } from "../archive/types.ts";
import type { CardStates } from "../conversation/cards.ts";
import { isBesideTurns } from "../conversation/compaction/rewrites.ts";
import { pageOf, pageSize, type ViewItem } from "../protocol/index.ts";
import { cardOf } from "./cards.ts";
import { type TurnStanding, viewItem } from "./viewItems.ts";

/** Where the items come from that the panel shows, and what says where they stand. */
export interface ItemSource {
  readonly conversation: {
    readonly settledItems: readonly Item[];
    readonly arrivingItems: readonly Item[];
    readonly history: readonly Message[];
    readonly runningFrom: number | undefined;
    readonly cards: CardStates;
    readonly feedback: Readonly<Record<string, unknown>>;
  };
  readonly turn: "idle" | "running" | "stopping";
  /** Whether the last turn can be taken back. */
  readonly canRetry?: boolean;
  /** The notice whose compaction or reclaiming can be undone now (CMP-9). */
  readonly undoable?: string | undefined;
  /** Whether the running turn waits for this card. */
  readonly isWaiting: (itemId: string) => boolean;
}

export function shownItemCount({ conversation }: ItemSource): number {
  return conversation.settledItems.length + conversation.arrivingItems.length;
}

/** The items from a place on, up to another, as the panel shows them. Costs what these cost, not what the others do. */
export function shownItems(source: ItemSource, from: number, to = shownItemCount(source)): ViewItem[] {
  const lastIsUnanswered = isUnanswered(source);
  const last = lastTurn(source);
  const items: ViewItem[] = [];
  for (let index = from; index < to; index++) {
    const item = itemAt(source, index);
    if (item !== undefined) items.push(shownItem(source, item, index, lastIsUnanswered, last));
  }
  return items;
}

/** Where the newest items begin that a view is sent unasked: about a page, and the last turn whole. A page begins there. */
export function newestFrom(source: ItemSource): number {
  const count = shownItemCount(source);
  const { settledItems, runningFrom } = source.conversation;
  const lastTurn = runningFrom ?? settledItems.findLastIndex((item) => item.type === "user");
  const start = Math.max(0, count - pageSize);
  return pageOf(lastTurn < 0 ? start : Math.min(start, lastTurn)) * pageSize;
}

/**
 * What decides how items show that have arrived, besides themselves. While it stays, only those of the running turn can
 * have changed.
 */
export function itemBasis(source: ItemSource): readonly unknown[] {
  const { settledItems, runningFrom, cards, feedback } = source.conversation;
  const { approvalCards, skillCards, lintRuleCards, resolvedCards } = cards;
  const states = [approvalCards, skillCards, lintRuleCards, resolvedCards, feedback];
  return [settledItems, runningFrom, isUnanswered(source), source.turn, source.canRetry, source.undoable, ...states];
}

/** Stop and a failure take back a message that nothing came for; only a crash leaves one at the end (PKG-6, TRN-6). */
function isUnanswered(source: ItemSource): boolean {
  const last = itemAt(source, shownItemCount(source) - 1);
  return source.turn === "idle" && last?.type === "user" && source.conversation.history.at(-1)?.role === "user";
}

function itemAt({ conversation }: ItemSource, index: number): Item | undefined {
  const { settledItems, arrivingItems } = conversation;
  return index < settledItems.length ? settledItems[index] : arrivingItems[index - settledItems.length];
}

/** The places of the items that open and end the last turn; its end is where it can be tried again. */
interface LastTurn {
  readonly opens: number;
  readonly ends: number;
  /** Names of the tools whose calls wait for the person. */
  readonly asked: ReadonlySet<string>;
}

function lastTurn(source: ItemSource): LastTurn {
  const asked = askedTools(source);
  let ends = -1;
  for (let index = shownItemCount(source) - 1; index >= 0; index--) {
    const item = itemAt(source, index);
    if (item?.type === "user") return { opens: index, ends: ends < 0 ? index : ends, asked };
    if (ends < 0 && isEnd(item)) ends = index;
  }
  return { opens: -1, ends: -1, asked };
}

/** A notice that came behind the answer is no part of the turn, unless it says how the turn ended; nor is a compaction that failed. */
function isEnd(item: Item | undefined): boolean {
  if (item !== undefined && isBesideTurns(item)) return false;
  return item?.type === "assistant" || item?.type === "failure" || (item?.type === "notice" && item.code === "stopped");
}

function offersAt(index: number, { opens, ends }: LastTurn): NonNullable<ViewItem["offers"]> {
  return [...(index === ends ? (["retry"] as const) : []), ...(index === opens ? (["revise"] as const) : [])];
}

/**
 * Names of the tools whose running calls all wait for the person. Which call a card asks about isn't kept with the call's item, so
 * where only some of one tool's calls wait none is said to.
 */
function askedTools(source: ItemSource): ReadonlySet<string> {
  const { runningFrom } = source.conversation;
  const open = new Map<string, number>();
  if (runningFrom === undefined) return new Set();
  for (let index = runningFrom; index < shownItemCount(source); index++) {
    const item = itemAt(source, index);
    if (item === undefined) continue;
    const isCard = item.type === "toolApproval" && source.isWaiting(item.id);
    const isCall = item.type === "tool" && item.status === "running";
    const name = nameOf(item);
    if (isCard || isCall) open.set(name, (open.get(name) ?? 0) + (isCard ? 1 : -1));
  }
  return new Set([...open].filter(([, surplus]) => surplus === 0).map(([name]) => name));
}

/** A call's own name can be in the wrong case; its card has the tool's (TRN-9). */
function nameOf({ name }: Item): string {
  return (name ?? "").toLowerCase();
}

function shownItem(source: ItemSource, item: Item, index: number, lastIsUnanswered: boolean, last: LastTurn): ViewItem {
  const { runningFrom, cards, feedback } = source.conversation;
  const isRunning = runningFrom !== undefined && index >= runningFrom;
  const isLast = index === shownItemCount(source) - 1;
  const stands: TurnStanding = isRunning ? "running" : lastIsUnanswered && isLast ? "unanswered" : "over";
  const card = cardOf(item, cards, source.isWaiting(item.id));
  const isRated = stands === "over" && endsTurn(source, index);
  const isNewest = index > last.opens;
  const rating = isRated ? { ...ratingOf(feedback[item.id]), ...(isNewest ? { isNewest } : {}) } : undefined;
  const retries = source.canRetry === true ? offersAt(index, last) : [];
  const offers = item.id === source.undoable ? [...retries, "undoRewrite" as const] : retries;
  const waits = isRunning && item.type === "tool" && item.status === "running" && last.asked.has(nameOf(item));
  return viewItem(item, stands, {
    ...(card === undefined ? {} : { card }),
    ...(rating === undefined ? {} : { rating }),
    ...(offers.length === 0 ? {} : { offers }),
    ...(waits ? { waits } : {}),
  });
}

/** What can stand behind the answer that ends a turn: what the answer proposes, and what is said of it later. */
const behindAnswer = new Set([
  "notice",
  "questions",
  "directions",
  "skillProposal",
  "lintRuleProposal",
  "reportedIssue",
]);

/**
 * Whether a turn ends with this item in an answer, which can be rated (FMT-6). A card can stand behind it, and a notice come
 * later, as when a skill is saved.
 */
function endsTurn(source: ItemSource, index: number): boolean {
  if (itemAt(source, index)?.type !== "assistant") return false;
  let next = index + 1;
  while (isBehindAnswer(itemAt(source, next))) next++;
  const after = itemAt(source, next);
  return after === undefined || after.type === "user";
}

function isBehindAnswer(item: Item | undefined): boolean {
  return item !== undefined && (behindAnswer.has(item.type) || isBesideTurns(item));
}

/** The rating as it is stored; one in another form is none of ours. */
function ratingOf(stored: unknown): NonNullable<ViewItem["rating"]> {
  const { rating, reasons } = (typeof stored === "object" && stored !== null ? stored : {}) as Record<string, unknown>;
  const texts = Array.isArray(reasons) ? reasons.filter((each) => typeof each === "string") : [];
  return rating === "good" || rating === "bad" ? { value: rating, reasons: texts } : { reasons: [] };
}
