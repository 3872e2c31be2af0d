import type { Effort } from "../../models/effort.ts";
import type { ObjectSchema } from "../objectSchema.ts";

/**
 * The part of the Chat Completions API that we speak, as values. The order of the keys below is the order in which they
 * are made, and so part of the request's bytes. Only client.ts imports the SDK; chatModels.ts proves that these types fit.
 */

/** OpenRouter hands it on to Anthropic; it means nothing to others. */
export interface CacheMark {
  type: "ephemeral";
  /** Absent for five minutes. */
  ttl?: "1h";
}

export interface ChatText {
  type: "text";
  text: string;
  cache_control?: CacheMark;
}

export interface ChatImage {
  type: "image_url";
  /** A `data:` address. */
  image_url: { url: string };
}

export interface ChatCall {
  id: string;
  type: "function";
  function: { name: string; arguments: string };
}

export type ChatMessage =
  | { role: "system"; content: string | ChatText[] }
  | { role: "user"; content: string | (ChatText | ChatImage)[] }
  | { role: "assistant"; content: string | null; tool_calls?: ChatCall[] }
  | { role: "tool"; tool_call_id: string; content: string | ChatText[] };

export interface ChatTool {
  type: "function";
  function: { name: string; description: string; parameters: ObjectSchema };
}

export interface ChatBody {
  model: string;
  max_tokens: number;
  tools?: ChatTool[];
  /** OpenRouter's word for effort, and everybody else's. */
  reasoning?: { effort: Effort };
  reasoning_effort?: Effort;
  stream: true;
  stream_options: { include_usage: true };
  messages: ChatMessage[];
}

/** A piece of a streamed answer. Servers that only resemble OpenAI's leave out, and put in, all kinds of things. */
export interface ChatChunk {
  readonly choices?: unknown;
  readonly usage?: unknown;
  readonly error?: unknown;
}
