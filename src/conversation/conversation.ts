import { emptyConversation, isEmptyConversation } from "../archive/defaults.ts";
import type { ArchivedConversation, Cost, Item, Message, SentFact, Usage } from "../archive/types.ts";
import { addCosts } from "../models/cost.ts";
import { addUsage } from "../models/usage.ts";
import { costSoFar } from "./costSoFar.ts";
import { missingResults } from "./repair.ts";
import {
  appendText,
  appendThinking,
  appendToolCall,
  assistantMessage,
  nothingYet,
  type OpenCall,
  type Response,
  settledItems,
} from "./response.ts";
import { type ToolOutcome, withOpenCallsAborted, withToolImages, withToolOutcome } from "./toolRound.ts";
import { openingBlocks } from "./turnFacts.ts";
import { changedSections, sectionBlocks, type TurnSections } from "./turnSections.ts";
import { changeWaiting } from "./waitingLists.ts";
import { asWaitingMessage, type ImageReference, type WaitingMessage } from "./waitingMessage.ts";

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
    this.#cost = costSoFar(saved);
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

  /** How many turns there are, the one that runs too. */
  get turnCount(): number {
    return this.#saved.sentFacts.length;
  }

  /** Whether the turn that runs has brought anything that enters the history. */
  get hasAnswer(): boolean {
    const turn = this.#turn;
    return turn !== undefined && (hasRounds(this.#saved, turn) || assistantMessage(turn.response) !== undefined);
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
  openTurn(message: WaitingMessage, sections: TurnSections = {}): void {
    if (this.#turn !== undefined) throw new Error("A turn is already running in this conversation.");
    const wellFormed = { ...message, text: message.text.toWellFormed() };
    const repaired = missingResults(this.#saved.history);
    const history = repaired === undefined ? this.#saved.history : [...this.#saved.history, repaired];
    const changed = changedSections(sections, this.#saved.sentFacts);
    const fact: SentFact = { message: history.length, ...changed };
    this.#turn = {
      message: wellFormed,
      historyStart: history.length,
      itemsStart: this.#saved.items.length,
      response: nothingYet,
    };
    this.#saved = {
      ...changeWaiting(this.#saved, message.id, () => undefined),
      items: [...this.#saved.items, this.#userItem(wellFormed)],
      history: [...history, { role: "user", content: openingBlocks(wellFormed, sectionBlocks(changed)) }],
      sentFacts: [...this.#saved.sentFacts, fact],
    };
  }

  appendText(piece: string): void {
    this.#updateResponse((response) => appendText(response, piece, this.#newId));
  }

  appendThinking(piece: string): void {
    this.#updateResponse((response) => appendThinking(response, piece, this.#newId));
  }

  appendToolCall(call: { readonly id: string; readonly name: string; readonly arguments: string }): void {
    this.#updateResponse((response) => appendToolCall(response, call, this.#newId));
  }

  /** The response is over and its turn goes on: it enters the history. Gives the calls that want a result, in order. */
  finishResponse(): readonly OpenCall[] {
    const turn = this.#turn;
    if (turn === undefined) throw new Error("No turn is running in this conversation.");
    this.#saved = this.#withAnswer(turn, "completed");
    this.#turn = { ...turn, response: nothingYet };
    return turn.response.calls;
  }

  /** Stores and shows a call's result, in the order of the calls; `toolName` is the tool that answered. */
  addToolOutcome(call: OpenCall, toolName: string, outcome: ToolOutcome): void {
    this.#saved = withToolOutcome(this.#saved, call, toolName, outcome);
  }

  /** Shows the model the images of one response's tools, once all of these have answered (TRN-3). */
  addToolImages(images: readonly ImageReference[]): void {
    this.#saved = withToolImages(this.#saved, images);
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
    const nothingCame = !hasRounds(this.#saved, turn) && assistantMessage(turn.response) === undefined;
    const ended =
      end.kind !== "completed" && nothingCame
        ? this.#withTurnHandedBack(turn)
        : withOpenCallsAborted(
            this.#withAnswer(turn, end.kind === "completed" ? "completed" : "interrupted"),
            turn.itemsStart,
          );
    this.#saved = { ...ended, ...ranOn };
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
    this.#cost = costSoFar(saved);
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

  #withAnswer(turn: OpenTurn, end: "completed" | "interrupted"): ArchivedConversation {
    const answer = assistantMessage(turn.response);
    const items = settledItems(turn.response, end);
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

/** Whether a response of the turn has entered the history already. */
function hasRounds(saved: ArchivedConversation, turn: OpenTurn): boolean {
  return saved.history.length > turn.historyStart + 1;
}
