import { emptyConversation, isEmptyConversation } from "../archive/defaults.ts";
import type { ArchivedConversation, Cost, Item, Message, SentFact, Usage } from "../archive/types.ts";
import { addCosts } from "../models/cost.ts";
import { addUsage } from "../models/usage.ts";
import { missingResults } from "./repair.ts";
import { appendText, appendThinking, assistantMessage, nothingYet, type Response, settledItems } from "./response.ts";
import { openingBlocks } from "./turnFacts.ts";
import { asWaitingMessage, type WaitingMessage } from "./waitingMessage.ts";

/** Why a turn failed, for the panel: a code, a sentence that says what to do, and what the server said. */
export interface Failure {
  readonly code: string;
  readonly text: string;
  readonly detail?: string;
}

export type TurnEnd =
  | { readonly kind: "completed" }
  | { readonly kind: "stopped" }
  | { readonly kind: "failed"; readonly failure: Failure };

interface OpenTurn {
  readonly message: WaitingMessage;
  /** Where the turn opens in the history and in the items. */
  readonly historyStart: number;
  readonly itemsStart: number;
  readonly response: Response;
}

/**
 * The live conversation. What is finished lies in one immutable value of the saved form; the answer that is
 * still arriving lies beside it and joins when it is over. Changing it never touches a message that was sent (BYT-3).
 */
export class Conversation {
  #saved: ArchivedConversation;
  #turn: OpenTurn | undefined;
  /** Costs before the first response are none at all, which is not the same as unknown. */
  #cost: Cost | undefined;
  readonly #newId: () => string;

  constructor(saved: ArchivedConversation = emptyConversation, newId: () => string = () => crypto.randomUUID()) {
    this.#saved = saved;
    this.#cost = hasCost(saved) ? saved.estimatedCost : undefined;
    this.#newId = newId;
  }

  get items(): readonly Item[] {
    return this.#turn === undefined ? this.#saved.items : [...this.#saved.items, ...this.#turn.response.items];
  }

  /** What the model was sent and answered, without the answer that is still arriving. */
  get history(): readonly Message[] {
    return this.#saved.history;
  }

  get queued(): readonly unknown[] {
    return this.#saved.queued;
  }

  get unsent(): readonly unknown[] {
    return this.#saved.unsent;
  }

  get usage(): Usage {
    return this.#saved.usage;
  }

  get lastRoundUsage(): Usage {
    return this.#turn?.response.usage ?? this.#saved.lastRoundUsage;
  }

  get estimatedCost(): Cost {
    return this.#saved.estimatedCost;
  }

  /** Items from this place on belong to the turn that runs; undefined when none does. */
  get runningFrom(): number | undefined {
    return this.#turn?.itemsStart;
  }

  /** Whether the answer that is arriving has anything in it that enters the history. */
  get hasAnswer(): boolean {
    return this.#turn !== undefined && assistantMessage(this.#turn.response) !== undefined;
  }

  /** The conversation as it would be if it ended now: what a save stores (PKG-6). An answer that is arriving is in it as far as it came. */
  snapshot(): ArchivedConversation {
    if (this.#turn === undefined) return this.#saved;
    const partial = assistantMessage(this.#turn.response);
    return {
      ...this.#saved,
      items: [...this.#saved.items, ...this.#turn.response.items],
      history: partial === undefined ? this.#saved.history : [...this.#saved.history, partial],
    };
  }

  /** Starts a turn: results that a crash left out are stored first, then the person's message with its facts (TRN-1, TRN-7). */
  openTurn(message: WaitingMessage): void {
    if (this.#turn !== undefined) throw new Error("A turn is already running in this conversation.");
    const wellFormed = { ...message, text: message.text.toWellFormed() };
    const repaired = missingResults(this.#saved.history);
    const history = repaired === undefined ? this.#saved.history : [...this.#saved.history, repaired];
    const fact: SentFact = { message: history.length };
    this.#turn = {
      message: wellFormed,
      historyStart: history.length,
      itemsStart: this.#saved.items.length,
      response: nothingYet,
    };
    this.#saved = {
      ...changeWaiting(this.#saved, message.id, () => undefined),
      items: [...this.#saved.items, this.#userItem(wellFormed)],
      history: [...history, { role: "user", content: openingBlocks(wellFormed) }],
      sentFacts: [...this.#saved.sentFacts, fact],
    };
  }

  appendText(piece: string): void {
    this.#updateResponse((response) => appendText(response, piece, this.#newId));
  }

  appendThinking(piece: string): void {
    this.#updateResponse((response) => appendThinking(response, piece, this.#newId));
  }

  setResponseUsage(usage: Usage): void {
    this.#updateResponse((response) => ({ ...response, usage }));
  }

  /** Counts what the current request used, with the price of the model that made it. */
  countRequest(usage: Usage, cost: Cost): void {
    this.#cost = addCosts(this.#cost, cost);
    this.#saved = {
      ...this.#saved,
      usage: addUsage(this.#saved.usage, usage),
      lastRoundUsage: usage,
      estimatedCost: this.#cost,
    };
  }

  /** Counts a request of which nothing is known but that it was sent. */
  countUnknownRequest(): void {
    this.#cost = addCosts(this.#cost, { kind: "unknown", atLeast: true });
    this.#saved = { ...this.#saved, estimatedCost: this.#cost };
  }

  /**
   * Ends the turn. What the model wrote stays, also when it was cut off. A turn that ended badly before anything
   * came is handed back to the composer, as if it had not been sent (TRN-6).
   */
  endTurn(end: TurnEnd, ranOn: { readonly provider?: string; readonly model?: string } = {}): void {
    const turn = this.#turn;
    if (turn === undefined) return;
    this.#turn = undefined;
    const answer = assistantMessage(turn.response);
    const handedBack = end.kind !== "completed" && answer === undefined;
    this.#saved = { ...(handedBack ? this.#withTurnHandedBack(turn) : this.#withAnswer(turn, answer, end)), ...ranOn };
    if (end.kind === "failed") this.#addFailure(end.failure);
  }

  /** Puts a message at the queue's end; one that was handed back isn't offered any more. */
  addQueued(message: WaitingMessage): void {
    const others = changeWaiting(this.#saved, message.id, () => undefined);
    this.#saved = { ...others, queued: [...others.queued, message] };
  }

  /** Takes an entry out that isn't a message of ours, by its place: it has no id that counts. */
  removeEntry(list: "queued" | "unsent", index: number): void {
    this.#saved = { ...this.#saved, [list]: this.#saved[list].toSpliced(index, 1) };
  }

  /** The message of this id that waits in the queue or was handed back. */
  findWaiting(id: string): WaitingMessage | undefined {
    return [...this.#saved.queued, ...this.#saved.unsent].map(asWaitingMessage).find((message) => message?.id === id);
  }

  /** Changes or removes (undefined) a waiting message, queued or handed back. Whether there was one. */
  changeWaiting(id: string, change: (message: WaitingMessage) => WaitingMessage | undefined): boolean {
    const before = this.#saved;
    this.#saved = changeWaiting(before, id, change);
    return this.#saved !== before;
  }

  /** Rates the turn that ends with this item; undefined takes the rating back (FMT-6). */
  rate(itemId: string, rating: "good" | "bad" | undefined, reasons: readonly string[]): void {
    if (!this.#saved.items.some((item) => item.id === itemId)) throw new Error(`There is no item “${itemId}” to rate.`);
    const { [itemId]: _, ...others } = this.#saved.feedback;
    this.#saved = {
      ...this.#saved,
      feedback: rating === undefined ? others : { ...others, [itemId]: { rating, reasons: [...reasons] } },
    };
  }

  /** Whether there is nothing in it (PKG-5). */
  get isEmpty(): boolean {
    return this.#turn === undefined && isEmptyConversation(this.#saved);
  }

  /** Takes another conversation's place: one that was read, or one with nothing in it (TRN-12). */
  reset(saved: ArchivedConversation = emptyConversation): void {
    this.#turn = undefined;
    this.#cost = hasCost(saved) ? saved.estimatedCost : undefined;
    this.#saved = saved;
  }

  #updateResponse(update: (response: Response) => Response): void {
    if (this.#turn !== undefined) this.#turn = { ...this.#turn, response: update(this.#turn.response) };
  }

  #userItem(message: WaitingMessage): Item {
    const item: Item = { id: this.#newId(), type: "user", text: message.text, hasImage: message.images.length > 0 };
    return message.images.length === 0 ? item : { ...item, images: message.images.map((image) => image.sha256) };
  }

  #withTurnHandedBack(turn: OpenTurn): ArchivedConversation {
    return {
      ...this.#saved,
      items: this.#saved.items.slice(0, turn.itemsStart),
      history: this.#saved.history.slice(0, turn.historyStart),
      sentFacts: this.#saved.sentFacts.filter((fact) => fact.message < turn.historyStart),
      unsent: [...this.#saved.unsent, turn.message],
    };
  }

  #withAnswer(turn: OpenTurn, answer: Message | undefined, end: TurnEnd): ArchivedConversation {
    const items = settledItems(turn.response, end.kind === "completed" ? "completed" : "interrupted");
    return {
      ...this.#saved,
      items: [...this.#saved.items, ...items],
      history: answer === undefined ? this.#saved.history : [...this.#saved.history, answer],
    };
  }

  #addFailure(failure: Failure): void {
    const { code, text, detail } = failure;
    const item: Item = { id: this.#newId(), type: "failure", text, code, ...(detail === undefined ? {} : { detail }) };
    this.#saved = { ...this.#saved, items: [...this.#saved.items, item] };
  }
}

/** The same value when no waiting message has this id. Where an id repeats, the first one is meant (FMT-12). */
function changeWaiting(
  saved: ArchivedConversation,
  id: string,
  change: (message: WaitingMessage) => WaitingMessage | undefined,
): ArchivedConversation {
  for (const key of ["queued", "unsent"] as const) {
    const index = saved[key].findIndex((entry) => asWaitingMessage(entry)?.id === id);
    const message = asWaitingMessage(saved[key][index]);
    if (message === undefined) continue;
    return { ...saved, [key]: saved[key].toSpliced(index, 1, ...[change(message) ?? []].flat()) };
  }
  return saved;
}

/** A stored `unknown` with no tokens used says that nothing was asked yet, unless it says that a part is missing. */
function hasCost(saved: ArchivedConversation): boolean {
  const { input, output, cacheRead, cacheWrite } = saved.usage;
  return (
    saved.estimatedCost.kind !== "unknown" ||
    saved.estimatedCost.atLeast === true ||
    input + output + cacheRead + cacheWrite > 0
  );
}
