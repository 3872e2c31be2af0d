import type * as vscode from "vscode";
import type { TurnPorts } from "../agent/runTurn.ts";
import type { OpenedJournal } from "../journal/journals.ts";
import type { Canvas } from "./canvas.ts";
import type { DiskAnswer } from "./diskQuestion.ts";

/** What a session itself gives to a turn. */
export type SessionPorts = Pick<TurnPorts, "image" | "tools" | "settle">;

/** What every session shares. */
export interface SessionSurroundings {
  /** What the next turn runs on; throws, saying what to do, when there is nothing. */
  readonly turnPorts: (ours: SessionPorts) => Promise<TurnPorts>;
  /** A panel of the package that can draw; undefined when none is open. */
  readonly canvasOf: (packageUri: vscode.Uri) => Canvas | undefined;
  readonly log: { info(line: string): void; warn(line: string): void };
  readonly openJournal: (packageUri: vscode.Uri) => Promise<OpenedJournal>;
  /** Whether the settings keep the conversation of a package, read anew at each call (SET-1). */
  readonly keepsConversation: (packageUri: vscode.Uri) => boolean;
  readonly isWritable: (packageUri: vscode.Uri) => boolean;
  /** Asks what to do about a file that changed on disk; undefined: not now (PKG-11). */
  readonly askAboutDisk: (what: "conversation" | "design", name: string) => Promise<DiskAnswer | undefined>;
  /** Whether the settings may take a stored conversation away: those of a workspace only after the person said yes once (SET-2). */
  readonly mayRemove: (packageUri: vscode.Uri) => Promise<boolean>;
}
