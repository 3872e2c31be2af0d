import type { Effort } from "../../models/effort.ts";
import type { ObjectSchema } from "../objectSchema.ts";

/**
 * The part of OpenAI's Responses API that we speak, as values. The order of the keys below is the order in which they are
 * made, and so part of the request's bytes. Only client.ts imports the SDK; chatModels.ts proves that these types fit.
 */

export interface InputText {
  type: "input_text";
  text: string;
}

export interface InputImage {
  type: "input_image";
  detail: "auto";
  /** A `data:` address. */
  image_url: string;
}

export type InputItem =
  | { type: "message"; role: "user"; content: (InputText | InputImage)[] }
  | { type: "message"; role: "assistant"; content: string }
  | { type: "function_call"; call_id: string; name: string; arguments: string }
  | { type: "function_call_output"; call_id: string; output: string };

export interface FunctionTool {
  type: "function";
  name: string;
  description: string;
  parameters: ObjectSchema;
  /** Strict schemas know no optional properties, which ours have. */
  strict: false;
}

export interface ResponsesBody {
  model: string;
  max_output_tokens: number;
  instructions?: string;
  tools?: ({ type: "web_search" } | FunctionTool)[];
  include?: ["web_search_call.action.sources"];
  reasoning?: { effort: Effort };
  prompt_cache_key: string;
  /** The conversation is kept in the person's document and nowhere else. */
  store: false;
  stream: true;
  input: InputItem[];
}

/** An event of a streamed response, all kinds in one shape. Servers that resemble OpenAI's send anything in any place. */
export interface ResponsesEvent {
  readonly type: string;
  readonly output_index?: unknown;
  readonly content_index?: unknown;
  readonly summary_index?: unknown;
  readonly delta?: unknown;
  readonly text?: unknown;
  readonly arguments?: unknown;
  readonly annotation?: unknown;
  readonly item?: unknown;
  readonly response?: unknown;
  readonly code?: unknown;
  readonly message?: unknown;
}
