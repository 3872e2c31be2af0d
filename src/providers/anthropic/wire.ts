/**
 * The part of Anthropic's Messages API that we speak, as values. The order of the keys below is the order in which
 * they are made, and so part of the request's bytes. Only client.ts knows the SDK; it proves that these types fit.
 */

import type { Effort } from "../../models/effort.ts";
import type { MediaType } from "../mediaType.ts";

export interface CacheMark {
  type: "ephemeral";
  /** Absent for five minutes. */
  ttl?: "1h";
}

export interface WireText {
  type: "text";
  text: string;
  cache_control?: CacheMark;
}

export interface WireImage {
  type: "image";
  source: { type: "base64"; media_type: MediaType; data: string };
  cache_control?: CacheMark;
}

export interface WireToolUse {
  type: "tool_use";
  id: string;
  name: string;
  input: Record<string, unknown>;
  cache_control?: CacheMark;
}

/** `content` is absent when there is nothing to say: the API refuses blank text. */
export interface WireToolResult {
  type: "tool_result";
  tool_use_id: string;
  content?: string;
  is_error?: true;
  cache_control?: CacheMark;
}

export type WireBlock = WireText | WireImage | WireToolUse | WireToolResult;

export interface WireMessage {
  role: "user" | "assistant";
  content: WireBlock[];
}

export interface WireTool {
  name: string;
  description: string;
  input_schema: { type: "object"; [key: string]: unknown };
  cache_control?: CacheMark;
}

/** A search that the service makes by itself (TRN-4). */
export interface WireSearchTool {
  type: "web_search_20250305";
  name: "web_search";
  /** How many searches one answer may make. */
  max_uses: number;
}

export interface AnthropicBody {
  model: string;
  max_tokens: number;
  system?: WireText[];
  tools?: (WireSearchTool | WireTool)[];
  thinking?: { type: "adaptive"; display: "summarized" };
  output_config?: { effort: Effort };
  messages: WireMessage[];
}

/** Tokens as the API counts them. Every field may be missing or null. */
export interface WireUsage {
  readonly input_tokens?: number | null;
  readonly output_tokens?: number | null;
  readonly cache_read_input_tokens?: number | null;
  readonly cache_creation_input_tokens?: number | null;
  readonly cache_creation?: { readonly ephemeral_1h_input_tokens?: number | null } | null;
  readonly server_tool_use?: { readonly web_search_requests?: number | null } | null;
}

/** An event of a streamed answer, all kinds in one shape. */
export interface AnthropicEvent {
  readonly type: string;
  readonly index?: number;
  readonly message?: { readonly usage?: WireUsage | null };
  readonly content_block?: {
    readonly type: string;
    readonly id?: string;
    readonly name?: string;
    readonly input?: unknown;
    readonly text?: string | null;
    readonly thinking?: string;
    readonly tool_use_id?: string;
    readonly content?: unknown;
  };
  readonly delta?: {
    readonly type?: string;
    readonly text?: string;
    readonly thinking?: string;
    readonly partial_json?: string;
    readonly citation?: unknown;
    readonly stop_reason?: string | null;
  };
  readonly usage?: WireUsage | null;
}
