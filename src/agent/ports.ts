import type { Message, Usage } from "../archive/types.ts";

/** A tool as the model is told of it. `inputSchema` is a JSON Schema object; its key order is part of the request. */
export interface ToolDefinition {
  readonly name: string;
  readonly description: string;
  readonly inputSchema: Readonly<Record<string, unknown>>;
}

/** Everything a request is made of. A provider projects it onto its wire format and adds nothing that varies (BYT-3). */
export interface ChatRequest {
  readonly model: string;
  readonly systemPrompt: string;
  readonly tools: readonly ToolDefinition[];
  /** Whether the provider may let the model search the web (TRN-4). */
  readonly webSearch: boolean;
  readonly history: readonly Message[];
  /** The bytes of an image by its SHA-256; undefined when they aren't kept any more. */
  readonly image: (sha256: string) => Uint8Array | undefined;
}

/** Why a response ended, in words of no provider. */
export type StopReason = "end" | "toolCalls" | "outputLimit" | "contextLimit" | "refusal" | "paused";

export interface WebSearchEvent {
  readonly type: "webSearch";
  readonly query: string;
  readonly results: readonly { readonly title: string; readonly url: string }[];
  readonly error?: string;
}

/**
 * What happens while a model answers: the one union that every provider and CLI yields.
 * `text` and `thinking` carry pieces to append; `toolCall` comes whole, with the arguments as the model wrote them;
 * `webSearch` is a search that the provider has made, with what it found or why it found nothing; `citation` belongs to the
 * text before it;
 * `usage` holds this response's figures so far, each replacing the one before; `end` is always the last.
 */
export type TurnEvent =
  | { readonly type: "text"; readonly text: string }
  | { readonly type: "thinking"; readonly text: string }
  | { readonly type: "toolCall"; readonly id: string; readonly name: string; readonly arguments: string }
  | WebSearchEvent
  | { readonly type: "citation"; readonly title: string; readonly url: string }
  | { readonly type: "usage"; readonly usage: Usage }
  | { readonly type: "end"; readonly reason: StopReason };

/**
 * A model behind a provider. `stream` sends one request and never retries. It throws a {@link ProviderError}
 * for what went wrong; after `signal` aborts it ends by throwing the signal's reason.
 * A stream that stops without its last event throws `cutOff`.
 */
export interface ChatModel {
  readonly provider: string;
  stream(request: ChatRequest, signal: AbortSignal): AsyncIterable<TurnEvent>;
}
