import * as l10n from "@vscode/l10n";
import type * as vscode from "vscode";
import type { HiddenWork } from "../editor/hiddenWork.ts";
import type { PackageEditor } from "../editor/packageEditor.ts";
import type { PackageSession } from "../editor/session.ts";
import type { Log } from "../host/log.ts";
import type { ModelAccess } from "../host/modelAccess.ts";

/** What commands act on. */
export interface CommandContext {
  readonly editor: PackageEditor;
  readonly models: ModelAccess;
  readonly log: Log;
  readonly hiddenWork: HiddenWork;
}

/** A command: what it was called with, and the session it is meant for when the panel called it. */
export type Command = (context: CommandContext, target: CommandTarget) => Promise<void> | void;

export interface CommandTarget {
  readonly session: PackageSession | undefined;
  readonly uri: vscode.Uri | undefined;
}

/** The package a command is meant for; throws, with what to do, when none is open. */
export function targetSession(target: CommandTarget): PackageSession {
  if (target.session === undefined) throw new Error(l10n.t("Open a Silverpoint package first."));
  return target.session;
}
