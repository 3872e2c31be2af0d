import type * as vscode from "vscode";
import type { ImageMaker } from "../agent/tools/imageMaker.ts";
import type { WorkspaceFiles } from "../agent/tools/workspaceFiles.ts";
import type { TurnPorts } from "../agent/turnPorts.ts";
import type { Mode } from "../conversation/waitingMessage.ts";
import type { FileStore } from "../folder/fileStore.ts";
import type { CliAccess, SessionCliParts } from "../host/cliAccess.ts";
import type { SessionPorts } from "../host/modelAccess.ts";
import type { CliId } from "../host/providers.ts";
import type { OpenedJournal } from "../journal/journals.ts";
import type { Canvas } from "./canvas.ts";
import type { DiskAnswer } from "./diskQuestion.ts";

/** What every session shares. */
export interface SessionSurroundings {
  /** What the next turn runs on; throws, saying what to do, when there is nothing. */
  readonly turnPorts: (ours: SessionPorts) => Promise<TurnPorts>;
  /** The CLIs of a package that is being opened; none runs yet. */
  readonly openClis: (parts: SessionCliParts) => CliAccess;
  /** The CLI that the next turn runs on; undefined for another provider. */
  readonly chosenCli: () => CliId | undefined;
  /** Starts the chosen CLI ahead of the first message, where the person wants that. */
  readonly startCliEarly: (ours: SessionPorts) => void;
  /** A panel of the package that can draw; undefined when none is open. */
  readonly canvasOf: (packageUri: vscode.Uri) => Canvas | undefined;
  /** The package at a path that another one names; undefined for one that mustn't be read (DOC-1). */
  readonly namedPackage: (packageUri: vscode.Uri, path: string) => Promise<FileStore | undefined>;
  readonly imageMaker: ImageMaker;
  /** The files of the workspace folder that a package lies in, as the agent may read them. */
  readonly workspaceFiles: (packageUri: () => vscode.Uri) => WorkspaceFiles;
  /** What the workspace folder that a package lies in tells agents; undefined where there is nothing. */
  readonly readInstructions: (packageUri: vscode.Uri) => Promise<string | undefined>;
  readonly log: { info(line: string): void; warn(line: string): void };
  readonly openJournal: (packageUri: vscode.Uri) => Promise<OpenedJournal>;
  /** Whether the settings keep the conversation of a package, read anew at each call (SET-1). */
  readonly keepsConversation: (packageUri: vscode.Uri) => boolean;
  /** The mode of a package's next message: the one that was chosen for it, else the setting's (TRN-2). */
  readonly modeOf: (packageUri: vscode.Uri) => Mode;
  /** The person chose a mode for a package. */
  readonly keepMode: (packageUri: vscode.Uri, mode: Mode) => void;
  /** Writes a skill into the workspace that a package lies in; gives its path there. Throws, saying why, when it can't. */
  readonly writeSkill: (packageUri: vscode.Uri, name: string, text: string) => Promise<string>;
  readonly isWritable: (packageUri: vscode.Uri) => boolean;
  /** Asks what to do about a file that changed on disk; undefined: not now (PKG-11). */
  readonly askAboutDisk: (what: "conversation" | "design", name: string) => Promise<DiskAnswer | undefined>;
  /** Whether the settings may take a stored conversation away: those of a workspace only after the person said yes once (SET-2). */
  readonly mayRemove: (packageUri: vscode.Uri) => Promise<boolean>;
}
