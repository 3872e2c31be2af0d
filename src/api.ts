/** What other extensions get from `vscode.extensions.getExtension("silverpoint.silverpoint-agent").exports` (docs/api.md). */
import type { Event, Uri } from "vscode";
import type { Cost, Item, Message, Usage } from "./archive/types.ts";
import type { CardAnswer } from "./conversation/cards.ts";
import type { Mode, WaitingMessage } from "./conversation/waitingMessage.ts";

export type { CardAnswer, Cost, Item, Message, Mode, Usage };
export type QueuedMessage = WaitingMessage;

export interface SilverpointApi {
  readonly apiVersion: 1;
  /** Shows the package's editor and gives its conversation. Takes the package folder or its document.json. */
  open(packageUri: Uri): Promise<ConversationHandle>;
}

export interface ConversationHandle {
  readonly packageUri: Uri;
  readonly state: "idle" | "running" | "retrying" | "compacting";
  readonly items: readonly Item[];
  readonly history: readonly Message[];
  readonly queued: readonly QueuedMessage[];
  readonly usage: Usage;
  readonly estimatedCost: Cost;
  /** Why the saved conversation could not be read; undefined when it could (COM-2). */
  readonly unreadable: string | undefined;
  /** Anything of the conversation has changed. */
  readonly onDidChange: Event<void>;
  /** Sends a message, or queues it while a turn runs. Resolves when that message's own turn has ended. Rejects when the message can't be taken. */
  send(text: string, options?: SendOptions): Promise<TurnOutcome>;
  /** Stops the running turn; resolves when it has ended. */
  stop(): Promise<void>;
  /** Answers a card. Rejects when no card of that id waits for an answer. */
  answer(itemId: string, answer: CardAnswer): Promise<void>;
  rate(itemId: string, rating: "good" | "bad" | undefined, reasons?: readonly string[]): Promise<void>;
  /** Asks the person, unless the caller says that they confirmed. */
  newConversation(options?: { confirmed?: boolean }): Promise<void>;
  compact(options?: { confirmed?: boolean }): Promise<CompactionOutcome>;
}

export interface SendOptions {
  readonly images?: readonly { readonly mimeType: string; readonly data: Uint8Array }[];
  readonly mode?: Mode;
}

/** `removed`: taken out of the queue before its turn came. */
export type TurnOutcome = { kind: "completed" | "stopped" | "failed" | "removed"; reason?: string };
export type CompactionOutcome = { kind: "compacted" | "notOffered" | "cancelled" | "failed"; reason?: string };
