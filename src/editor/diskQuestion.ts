import * as l10n from "@vscode/l10n";
import * as vscode from "vscode";

export type DiskAnswer = "keepMine" | "loadTheirs" | "keepBoth";

/** Asks what to do about a file that changed on disk while ours has unsaved changes (PKG-11). Undefined: not now. */
export async function askAboutDisk(what: "conversation" | "design", name: string): Promise<DiskAnswer | undefined> {
  const aside = what === "conversation" ? "agent/conversation.theirs-….json" : "document.theirs-….json";
  const question =
    what === "conversation"
      ? l10n.t("The conversation of “{0}” was changed on disk, and yours has changes that aren't saved.", name)
      : l10n.t("The design of “{0}” was changed on disk, and yours has changes that aren't saved.", name);
  const detail = l10n.t(
    "Keep Mine: the next save replaces what is on disk. Load Theirs: your unsaved changes are dropped. Keep Both: yours stays, and theirs is put aside in the package as {0}.",
    aside,
  );
  const answer = await vscode.window.showWarningMessage(question, { modal: true, detail }, ...answers());
  return answer?.answer;
}

function answers(): readonly { readonly title: string; readonly answer: DiskAnswer }[] {
  return [
    { title: l10n.t("Keep Mine"), answer: "keepMine" },
    { title: l10n.t("Load Theirs"), answer: "loadTheirs" },
    { title: l10n.t("Keep Both"), answer: "keepBoth" },
  ];
}
