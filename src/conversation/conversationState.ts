import { isEmptyConversation } from "../archive/defaults.ts";
import type { ArchivedConversation, Cost, Item, Message, Usage } from "../archive/types.ts";
import type { CardStates } from "./cards.ts";
import { lastTurn } from "./lastTurn.ts";
import type { LastPrompt } from "./promptBreak.ts";
import { assistantMessage } from "./response.ts";
import { hasBrought, type OpenTurn, withArriving } from "./turnEnd.ts";
import { asWaitingMessage, type WaitingMessage } from "./waitingMessage.ts";

const noItems: readonly Item[] = [];

/** What can be read of a live conversation: the value of the saved form, and the turn that runs beside it. */
export abstract class ConversationState {
  protected saved: ArchivedConversation;
  protected turn: OpenTurn | undefined;
  protected readonly newId: () => string;

  constructor(saved: ArchivedConversation, newId: () => string) {
    this.saved = saved;
    this.newId = newId;
  }

  get items(): readonly Item[] {
    return this.turn === undefined ? this.saved.items : [...this.saved.items, ...this.turn.response.items];
  }

  /** The items without those of the response that is arriving: the same array for as long as none of them changes. */
  get settledItems(): readonly Item[] {
    return this.saved.items;
  }

  /** The items of the response that is arriving; they follow the settled ones. */
  get arrivingItems(): readonly Item[] {
    return this.turn?.response.items ?? noItems;
  }

  /** What the model was sent and answered, without the answer that is still arriving. */
  get history(): readonly Message[] {
    return this.saved.history;
  }

  get queued(): readonly unknown[] {
    return this.saved.queued;
  }

  get unsent(): readonly unknown[] {
    return this.saved.unsent;
  }

  get usage(): Usage {
    return this.saved.usage;
  }

  get lastRoundUsage(): Usage {
    return this.turn?.response.usage ?? this.saved.lastRoundUsage;
  }

  get estimatedCost(): Cost {
    return this.saved.estimatedCost;
  }

  /** What the last turn ran on, and what its requests began with (BYT-4). */
  get ranOn(): Omit<LastPrompt, "history"> {
    const { provider, model, promptHash, promptOmissions } = this.saved;
    return { provider, model, promptHash, promptOmissions };
  }

  /** The items without those of the turn that runs. */
  get itemsBeforeTurn(): readonly Item[] {
    return this.turn === undefined ? this.saved.items : this.saved.items.slice(0, this.turn.itemsStart);
  }

  /** Items from this place on belong to the turn that runs; undefined when none does. */
  get runningFrom(): number | undefined {
    return this.turn?.itemsStart;
  }

  /** How many turns there are, the one that runs too. */
  get turnCount(): number {
    return this.saved.sentFacts.length;
  }

  /** Whether the turn that runs has brought anything that enters the history. */
  get hasAnswer(): boolean {
    const turn = this.turn;
    return turn !== undefined && hasBrought(this.saved, turn);
  }

  /** Whether the response that arrives has brought anything that enters the history. */
  get hasResponse(): boolean {
    return this.turn !== undefined && assistantMessage(this.turn.response) !== undefined;
  }

  /** Whether the response that arrives calls tools. */
  get hasCalls(): boolean {
    return (this.turn?.response.calls.length ?? 0) > 0;
  }

  /** Where each card stands, and which were answered (FMT-6). */
  get cards(): CardStates {
    return this.saved;
  }

  get feedback(): Readonly<Record<string, unknown>> {
    return this.saved.feedback;
  }

  /** The conversation as it would be if it ended now: what a save stores (PKG-6). An answer that is arriving is in it as far as it came. */
  snapshot(): ArchivedConversation {
    return this.turn === undefined ? this.saved : withArriving(this.saved, this.turn);
  }

  /** Whether the last turn can be taken back: none runs, and its message is one of ours. */
  get canTakeBack(): boolean {
    return this.turn === undefined && lastTurn(this.saved, this.newId) !== undefined;
  }

  /** The message of the last turn as one to be edited, under an id of its own; undefined where the turn can't be taken back. */
  get lastMessage(): WaitingMessage | undefined {
    const last = this.turn === undefined ? lastTurn(this.saved, this.newId) : undefined;
    return last && { ...last.message, revises: last.itemId };
  }

  /** The message of this id that waits in the queue or was handed back. */
  findWaiting(id: string): WaitingMessage | undefined {
    return [...this.saved.queued, ...this.saved.unsent].map(asWaitingMessage).find((message) => message?.id === id);
  }

  /** Whether there is nothing in it (PKG-5). */
  get isEmpty(): boolean {
    return this.turn === undefined && isEmptyConversation(this.saved);
  }
}
