/**
 * The saved conversation, format 1, as values (SPEC FMT-2 to FMT-9). These are the parsed JSON objects
 * themselves: a key that this version doesn't know stays on its object, at every level (FMT-5).
 * Everything is immutable; a change makes a new object.
 */

/** Keys that this version doesn't know, kept as they were read. */
interface Open {
  readonly [key: string]: unknown;
}

export const itemTypes = [
  "user",
  "assistant",
  "thinking",
  "tool",
  "notice",
  "failure",
  "questions",
  "directions",
  "skillProposal",
  "lintRuleProposal",
  "toolApproval",
  "webSearch",
  "reportedIssue",
] as const;

export type ItemType = (typeof itemTypes)[number];

/** One entry of the panel (FMT-4). Which fields a type has is in docs/format.md. */
export interface Item extends Open {
  readonly id: string;
  readonly type: ItemType;
  readonly text?: string;
  readonly hasImage?: boolean;
  readonly name?: string;
  readonly status?: string;
  readonly statusText?: string;
  readonly summary?: string;
  readonly detail?: string;
  readonly citations?: readonly unknown[];
}

export interface TextBlock extends Open {
  readonly type: "text";
  readonly text: string;
}

/** An image by the SHA-256 of its bytes, in lower-case hexadecimal. */
export interface ImageBlock extends Open {
  readonly type: "image";
  readonly sha256: string;
  readonly mimeType: string;
}

export interface ImageOmittedBlock extends Open {
  readonly type: "imageOmitted";
  readonly mimeType: string;
}

/** Arguments as the model wrote them; the Base64 form is for bytes that aren't UTF-8. One of the two is there. */
export interface ToolCallBlock extends Open {
  readonly type: "toolCall";
  readonly id: string;
  readonly name: string;
  readonly arguments?: string;
  readonly argumentsBase64?: string;
}

/** One of `content` and `contentBase64` is there. */
export interface ToolResultBlock extends Open {
  readonly type: "toolResult";
  readonly callID: string;
  readonly toolName: string;
  readonly isError: boolean;
  readonly content?: string;
  readonly contentBase64?: string;
}

export type Block = TextBlock | ImageBlock | ImageOmittedBlock | ToolCallBlock | ToolResultBlock;

export type Role = "user" | "assistant" | "tool";

export interface Message extends Open {
  readonly role: Role;
  readonly content: readonly Block[];
}

/** Tokens. `input` excludes what was read from or written to the prompt cache (FMT-9). */
export interface Usage extends Open {
  readonly input: number;
  readonly output: number;
  readonly cacheRead: number;
  readonly cacheWrite: number;
  readonly webSearchRequests: number;
  /** The one-hour share of `cacheWrite`. */
  readonly cacheWrite1h?: number;
  /** The provider's own cost, in US dollars. */
  readonly reportedCost?: number;
}

export type CostKind = "reported" | "estimated" | "unknown" | "notBilled";

/** US dollars so far (FMT-10). `atLeast` true: a part of it is not known; a file may hold anything there (FMT-5). */
export interface Cost extends Open {
  readonly kind: CostKind;
  readonly dollars?: number;
  readonly atLeast?: unknown;
}

/** Where a turn opens in the history, and the sections it sent: text where they are ours (FMT-11). */
export interface SentFact extends Open {
  readonly message: number;
  readonly designSystem?: unknown;
  readonly context?: unknown;
}

export interface ArchivedConversation extends Open {
  readonly formatVersion: 1;
  readonly provider?: string;
  readonly model?: string;
  readonly items: readonly Item[];
  readonly feedback: Readonly<Record<string, unknown>>;
  readonly skillCards: Readonly<Record<string, unknown>>;
  readonly lintRuleCards: Readonly<Record<string, unknown>>;
  readonly approvalCards: Readonly<Record<string, unknown>>;
  readonly resolvedCards: readonly unknown[];
  readonly history: readonly Message[];
  /** Entries are kept whatever they are; ours are the WaitingMessages of `conversation/`. */
  readonly queued: readonly unknown[];
  readonly unsent: readonly unknown[];
  readonly usage: Usage;
  readonly lastRoundUsage: Usage;
  readonly estimatedCost: Cost;
  readonly sentFacts: readonly SentFact[];
}
