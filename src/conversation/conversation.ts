import { emptyConversation } from "../archive/defaults.ts";
import type { ArchivedConversation, Cost, Item, SentFact, Usage } from "../archive/types.ts";
import { addCosts } from "../models/cost.ts";
import { addUsage } from "../models/usage.ts";
import {
  approvalFields,
  type CardAnswered,
  type CardFields,
  withCard,
  withCardAnswered,
  withItemAsCard,
} from "./cards.ts";
import { ConversationState } from "./conversationState.ts";
import { costSoFar } from "./costSoFar.ts";
import { lastTurn, type TakenTurn, withoutTurn, withTurnPutBack } from "./lastTurn.ts";
import { countOmissions } from "./promptBreak.ts";
import { withRating } from "./rating.ts";
import { missingResults } from "./repair.ts";
import {
  appendCitation,
  appendText,
  appendThinking,
  appendToolCall,
  appendWebSearch,
  type Citation,
  continuation,
  nothingYet,
  type OpenCall,
  type Response,
  type WebSearch,
} from "./response.ts";
import { type ToolOutcome, withToolImages, withToolOutcome } from "./toolRound.ts";
import { hasBrought, openedTurn, type TurnEnd, withAnswer, withTurnEnded } from "./turnEnd.ts";
import { openingBlocks, userItem } from "./turnFacts.ts";
import { nothingSpent, type Spent, timed, withSpent, withTurnMarked } from "./turnMarks.ts";
import { changedSections, sectionBlocks, type TurnSections } from "./turnSections.ts";
import { changeWaiting } from "./waitingLists.ts";
import type { WaitingMessage } from "./waitingMessage.ts";

/**
 * The live conversation. What is finished lies in one immutable value of the saved form; the answer that is
 * still arriving lies beside it and joins when it is over. Changing it never touches a message that was sent (BYT-3).
 */
export class Conversation extends ConversationState {
  /** Costs before the first response are none at all, which is not the same as unknown. */
  #cost: Cost | undefined;
  #spent: Spent = nothingSpent;
  /** The turn that the running one takes the place of, until that has brought something. */
  #taken: TakenTurn | undefined;
  readonly #now: (() => string) | undefined;

  /** `now` gives the time as ISO 8601; without it items bear none. */
  constructor(
    saved: ArchivedConversation = emptyConversation,
    newId: () => string = () => crypto.randomUUID(),
    now?: () => string,
  ) {
    super(saved, newId);
    this.#now = now;
    this.#cost = costSoFar(saved);
  }

  /**
   * Starts a turn: results that a crash left out are stored first, then the person's message with its facts (TRN-1, TRN-7).
   * `inFull`: the model was left with no section.
   */
  openTurn(message: WaitingMessage, sections: TurnSections = {}, inFull = false): void {
    if (this.turn !== undefined) throw new Error("A turn is already running in this conversation.");
    const wellFormed = { ...message, text: message.text.toWellFormed() };
    const repaired = missingResults(this.saved.history);
    const history = repaired === undefined ? this.saved.history : [...this.saved.history, repaired];
    const changed = changedSections(sections, this.saved.sentFacts, inFull);
    this.#spent = nothingSpent;
    const fact: SentFact = { message: history.length, ...changed };
    this.turn = openedTurn(wellFormed, history.length, this.saved.items.length);
    this.saved = {
      ...changeWaiting(this.saved, message.id, () => undefined),
      items: [...this.saved.items, timed(userItem(wellFormed, this.newId()), this.#now?.())],
      history: [...history, { role: "user", content: openingBlocks(wellFormed, sectionBlocks(changed)) }],
      sentFacts: [...this.saved.sentFacts, fact],
    };
  }

  appendText(piece: string): void {
    this.#updateResponse((response) => appendText(response, piece, this.newId));
  }

  appendThinking(piece: string): void {
    this.#updateResponse((response) => appendThinking(response, piece, this.newId));
  }

  appendToolCall(call: { readonly id: string; readonly name: string; readonly arguments: string }): void {
    this.#updateResponse((response) => appendToolCall(response, call, this.newId));
  }

  /** The response is over and its turn goes on: it enters the history. Gives the calls that want a result, in order. */
  finishResponse(): readonly OpenCall[] {
    const turn = this.turn;
    if (turn === undefined) throw new Error("No turn is running in this conversation.");
    this.saved = withAnswer(this.saved, turn, "completed");
    const { calls } = turn.response;
    this.turn = { ...turn, response: nothingYet, images: new Map(calls.map(({ itemId }) => [itemId, []])) };
    return calls;
  }

  /** Stores and shows a call's result, in the order of the calls; `toolName` is the tool that answered. */
  addToolOutcome(call: OpenCall, toolName: string, outcome: ToolOutcome): void {
    this.saved = withToolOutcome(this.saved, call, toolName, outcome);
    const turn = this.turn;
    if (turn !== undefined && outcome.images !== undefined) {
      this.turn = { ...turn, images: new Map(turn.images).set(call.itemId, outcome.images) };
    }
    if (outcome.cost !== undefined) this.#addCost(outcome.cost);
  }

  /** Shows the model the images of one response's tools, once all of these have answered (TRN-3). */
  addToolImages(): void {
    const turn = this.turn;
    if (turn === undefined) return;
    this.saved = withToolImages(this.saved, [...turn.images.values()].flat());
    this.turn = { ...turn, images: new Map() };
  }

  /** A search of the web that the provider made: shown, and its findings enter the history as text (TRN-4). */
  appendWebSearch(search: WebSearch): void {
    this.#updateResponse((response) => appendWebSearch(response, search, this.newId));
  }

  /** A source of the text that came last. */
  appendCitation(citation: Citation): void {
    this.#updateResponse((response) => appendCitation(response, citation));
  }

  /** What came of a failed try of a request goes, so that it can be tried again: only thinking, or nothing (TRN-8). */
  dropResponse(): void {
    this.#updateResponse(() => nothingYet);
  }

  /** The model paused in the middle of its answer: the next request asks it to go on. */
  addContinuation(): void {
    this.saved = { ...this.saved, history: [...this.saved.history, continuation] };
  }

  /** Shows a card that asks whether a call may run; gives its item's id (TRN-2). */
  addApproval(call: OpenCall, toolName: string, reason: string): string {
    const id = this.newId();
    this.saved = withCard(this.saved, id, approvalFields(call, toolName, reason));
    return id;
  }

  /** Shows a call as a card, under the id of its item. */
  showAsCard(itemId: string, fields: CardFields): void {
    this.saved = withItemAsCard(this.saved, itemId, fields);
  }

  /** A card was answered: where it stands now, and what the answer adds to its item (FMT-6). */
  answerCard(itemId: string, state: CardAnswered | undefined, fields: Partial<CardFields> = {}): void {
    this.saved = withCardAnswered(this.saved, itemId, state, fields);
  }

  /** Something that the panel says once, and the model isn't told. */
  addNotice(text: string, code: string): void {
    const item: Item = { id: this.newId(), type: "notice", text, code };
    this.saved = { ...this.saved, items: [...this.saved.items, item] };
  }

  setResponseUsage(usage: Usage): void {
    this.#updateResponse((response) => ({ ...response, usage }));
  }

  /** Counts what the current request used, with the price of the model that made it. */
  countRequest(usage: Usage, cost: Cost): void {
    this.#addCost(cost, usage);
    this.saved = { ...this.saved, usage: addUsage(this.saved.usage, usage), lastRoundUsage: usage };
  }

  /** Counts a request that was none of a turn's, so that it says nothing of how full the context is (CMP-5). */
  countAside(usage: Usage | undefined, cost: Cost): void {
    this.#addCost(cost);
    if (usage !== undefined) this.saved = { ...this.saved, usage: addUsage(this.saved.usage, usage) };
  }

  /** Changes what is kept, between two turns: a compaction, a reclaiming, or the undo of one (CMP-3, CMP-8, CMP-9). */
  rewrite(change: (saved: ArchivedConversation, newId: () => string) => ArchivedConversation): void {
    if (this.turn !== undefined) throw new Error("A turn is running in this conversation.");
    this.saved = change(this.saved, this.newId);
  }

  /** Counts a request of which nothing is known but that it was sent. */
  countUnknownRequest(): void {
    this.#addCost({ kind: "unknown", atLeast: true });
  }

  /**
   * Ends the turn. What the model wrote stays, also when it was cut off. A turn that ended badly before anything
   * came is handed back to the composer, as if it had not been sent (TRN-6).
   */
  endTurn(
    end: TurnEnd,
    {
      promptHash,
      ...ranOn
    }: { readonly provider?: string; readonly model?: string; readonly promptHash?: string } = {},
  ): void {
    const turn = this.turn;
    if (turn === undefined) return;
    this.turn = undefined;
    // What brought nothing leaves nothing in the prompt cache that is known of (BYT-4).
    const isAnswered = promptHash !== undefined && hasBrought(this.saved, turn);
    const prompt = isAnswered ? { promptHash, promptOmissions: countOmissions(this.saved.history) } : {};
    const isBack = end.kind !== "completed" && !hasBrought(this.saved, turn);
    const ended = withTurnEnded(this.saved, turn, end, this.newId);
    const marked = withTurnMarked(ended, turn.itemsStart, this.#spent, this.#now?.());
    this.saved = { ...marked, ...ranOn, ...prompt };
    if (isBack) this.putBackTurn(turn.message);
    this.#taken = undefined;
  }

  /**
   * Takes the last turn back, as if its message had not been sent, for another one in its place; gives that message. What it
   * cost stays counted. Should the other one bring nothing, the turn comes back.
   */
  takeBackTurn(): WaitingMessage | undefined {
    const last = this.turn === undefined ? lastTurn(this.saved, this.newId) : undefined;
    if (last === undefined) return undefined;
    const before = this.saved;
    this.saved = withoutTurn(before, last);
    this.#taken = { before, itemsStart: this.saved.items.length };
    return last.message;
  }

  /** Puts the turn back that was taken back for this message, which has brought nothing. */
  putBackTurn(message: WaitingMessage): void {
    const taken = this.#taken;
    this.#taken = undefined;
    if (taken !== undefined) this.saved = withTurnPutBack(this.saved, taken, message);
  }

  /** Hands a message back to the composer (TRN-6). */
  handBack(message: WaitingMessage): void {
    this.saved = { ...this.saved, unsent: [...this.saved.unsent, message] };
  }

  /** Puts a message at the queue's end; one that was handed back isn't offered any more. */
  addQueued(message: WaitingMessage): void {
    const others = changeWaiting(this.saved, message.id, () => undefined);
    this.saved = { ...others, queued: [...others.queued, message] };
  }

  /** Takes an entry out that isn't a message of ours, by its place: it has no id that counts. */
  removeEntry(list: "queued" | "unsent", index: number): void {
    this.saved = { ...this.saved, [list]: this.saved[list].toSpliced(index, 1) };
  }

  /** Changes or removes (undefined) a waiting message, queued or handed back. Whether there was one. */
  changeWaiting(id: string, change: (message: WaitingMessage) => WaitingMessage | undefined): boolean {
    const before = this.saved;
    this.saved = changeWaiting(before, id, change);
    return this.saved !== before;
  }

  /** Rates the turn that ends with this item; undefined takes the rating back (FMT-6). */
  rate(itemId: string, rating: "good" | "bad" | undefined, reasons: readonly string[]): void {
    this.saved = withRating(this.saved, itemId, rating, reasons);
  }

  /** Takes another conversation's place: one that was read, or one with nothing in it (TRN-12). */
  reset(saved: ArchivedConversation = emptyConversation): void {
    this.turn = undefined;
    this.#taken = undefined;
    this.#cost = costSoFar(saved);
    this.saved = saved;
  }

  #addCost(cost: Cost, usage?: Usage): void {
    this.#spent = withSpent(this.#spent, usage, cost);
    this.#cost = addCosts(this.#cost, cost);
    this.saved = { ...this.saved, estimatedCost: this.#cost };
  }

  #updateResponse(update: (response: Response) => Response): void {
    if (this.turn !== undefined) this.turn = { ...this.turn, response: update(this.turn.response) };
  }
}
