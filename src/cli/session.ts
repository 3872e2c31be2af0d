import type { StopReason, ToolDefinition, WebSearchEvent } from "../agent/ports.ts";
import type { Usage } from "../archive/types.ts";
import type { FoundProgram } from "./findExecutable.ts";
import type { Program } from "./programs.ts";

/** A message for a CLI's model: its text with the prefix where there is one, and its images. */
export interface CliMessage {
  readonly text: string;
  readonly images: readonly CliImage[];
  /** The model to answer with; undefined: the CLI's own choice. */
  readonly model: string | undefined;
}

export interface CliImage {
  readonly mimeType: string;
  readonly bytes: Uint8Array;
}

/** What a person should see while a CLI works, and no conversation keeps. */
export type CliStatus =
  /** It tries again: the `attempt`-th time of `tries`, in so many milliseconds where it says so. */
  | {
      readonly kind: "retrying";
      readonly attempt: number;
      readonly tries: number;
      readonly milliseconds: number;
      readonly reason: string;
    }
  /** Nothing has come from it for so many seconds. */
  | { readonly kind: "silent"; readonly seconds: number }
  | { readonly kind: "rateLimit"; readonly text: string }
  /** It goes on: what was shown is over. */
  | { readonly kind: "working" };

/**
 * What a session tells of a turn. `usage` is one request's, each figure replacing the one before until `requestEnd`; `waiting`: the
 * model waits for the results of the calls so far; one of `done`, `stopped` and `failed` ends the turn.
 */
export type SessionEvent =
  | { readonly type: "text"; readonly text: string }
  | { readonly type: "thinking"; readonly text: string }
  | { readonly type: "toolCall"; readonly id: string; readonly name: string; readonly arguments: string }
  | WebSearchEvent
  | { readonly type: "usage"; readonly usage: Usage }
  | { readonly type: "requestEnd" }
  | { readonly type: "waiting" }
  | { readonly type: "status"; readonly status: CliStatus }
  | { readonly type: "done"; readonly reason: StopReason }
  | { readonly type: "stopped" }
  | { readonly type: "failed"; readonly error: Error };

/** A running CLI that holds a conversation of its own. */
export interface CliSession {
  /** Opens a turn. One at a time: both CLIs merge or steer what comes meanwhile. */
  send(message: CliMessage): void;
  /** Stops the turn that is open; its end comes as an event. */
  interrupt(): void;
  /** Ends the process with all that it started. */
  close(): Promise<void>;
}

/** What a CLI asks besides calling our tools: whether it may use one of its own. */
export interface CliQuestion {
  readonly name: string;
  /** What it would be used with, as JSON text. */
  readonly arguments: string;
}

/** Asks the person. `signal` aborts when the CLI takes the question back; false declines. */
export type AskPerson = (question: CliQuestion, signal: AbortSignal) => Promise<boolean>;

export interface SessionOptions {
  readonly found: FoundProgram;
  /** The whole environment of the process. */
  readonly environment: NodeJS.ProcessEnv;
  /** An empty folder of the session's own: the process runs in it, and what it must read lies there. */
  readonly folder: string;
  readonly model: string | undefined;
  readonly systemPrompt: string;
  readonly tools: readonly ToolDefinition[];
  readonly toolServer: { readonly url: string; readonly token: string };
  readonly ask: AskPerson;
  /** Gets lines that hold nothing of a message and no secret. */
  readonly log: (line: string) => void;
  readonly emit: (event: SessionEvent) => void;
  /** The process has ended: nothing can be sent any more. */
  readonly onEnd: () => void;
  /** Something has come from the process. */
  readonly onActivity: () => void;
}

/** One CLI's side of it. */
export interface CliBackend {
  readonly program: Program;
  /** Variables that must not reach the process, and those that must. */
  readonly environment: { readonly remove: readonly string[]; readonly add: Readonly<Record<string, string>> };
  /** Starts a session. Rejects with a {@link CliFailure}. */
  start(options: SessionOptions): Promise<CliSession>;
}

/** The name under which a CLI knows our tools' server. */
export const serverName = "design";
