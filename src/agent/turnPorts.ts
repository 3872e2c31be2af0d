import type { Conversation } from "../conversation/conversation.ts";
import type { Mode } from "../conversation/waitingMessage.ts";
import type { CatalogRow } from "../models/catalog.ts";
import type { OpenCards } from "./openCards.ts";
import type { ChatModel, TurnEvent } from "./ports.ts";
import type { Tool } from "./tool.ts";

/** What a turn needs from outside. */
export interface TurnPorts {
  readonly chatModel: ChatModel;
  readonly model: string;
  readonly systemPrompt: string;
  readonly tools: readonly Tool[];
  /** Names what every request of this turn begins with (BYT-4); absent: nobody asks. */
  readonly promptHash?: string;
  /** Whether the model may search the web, where its provider can (TRN-4). */
  readonly webSearch: boolean;
  /** The bytes of an image by its SHA-256; undefined when they aren't kept any more. */
  readonly image: (sha256: string) => Uint8Array | undefined;
  /** Where the cards of calls wait for the person. */
  readonly cards: OpenCards;
  /** Tools that need no approval until the document is closed. */
  readonly allowed: Set<string>;
  /** Resolves when what the conversation has become is safe from a crash: awaited before a request goes out (PKG-13). */
  readonly settle: () => Promise<void>;
  readonly now: () => Date;
  /** How much the model holds, in tokens, where its provider says that. */
  readonly context?: number | undefined;
  /** Prices that the provider lists itself, in the place of the bundled table's (FMT-10). */
  readonly priceRows?: readonly CatalogRow[];
  /** Resolves after so many milliseconds; rejects when the signal aborts. */
  readonly wait: (milliseconds: number, signal: AbortSignal) => Promise<void>;
}

/** A turn that runs. */
export interface TurnRun {
  readonly ports: TurnPorts;
  readonly conversation: Conversation;
  readonly mode: Mode;
  readonly signal: AbortSignal;
}

/**
 * What happens in a turn: the model's events, a card that was opened, a call that has got its result, and, about once a
 * second, how long it is until a failed request is tried again (TRN-8).
 */
export type TurnStep =
  | TurnEvent
  | { readonly type: "card"; readonly itemId: string }
  | { readonly type: "toolResult"; readonly callId: string }
  | RetryStep;

/** The `attempt`-th try of `tries` is made in so many milliseconds, 0: now; `reason` is what went wrong. */
export interface RetryStep {
  readonly type: "retry";
  readonly attempt: number;
  readonly tries: number;
  readonly milliseconds: number;
  readonly reason: string;
}
