import * as l10n from "@vscode/l10n";

/** Why a save stored nothing, or not all of it, in one sentence for the panel (PKG-15). */
export interface SaveProblem {
  readonly text: string;
}

/** The sentence for what a save was rejected with. */
export function saveProblem(error: unknown): SaveProblem {
  const message = error instanceof Error ? error.message : String(error);
  const cause = causeOf(message);
  return { text: cause === undefined ? message : `${cause} (${message})` };
}

function causeOf(message: string): string | undefined {
  if (/ENOSPC|no space/i.test(message)) return l10n.t("The disk is full.");
  if (/EROFS|read-only/i.test(message)) return l10n.t("The folder is read-only.");
  if (/EACCES|NoPermissions|permission/i.test(message)) return l10n.t("You may not write there.");
  if (/EBUSY|EPERM/i.test(message)) return l10n.t("Another program holds the file.");
  return undefined;
}
