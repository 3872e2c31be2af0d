import * as vscode from "vscode";

export type DiskAnswer = "keepMine" | "loadTheirs" | "keepBoth";

const answers: readonly { readonly title: string; readonly answer: DiskAnswer }[] = [
  { title: "Keep Mine", answer: "keepMine" },
  { title: "Load Theirs", answer: "loadTheirs" },
  { title: "Keep Both", answer: "keepBoth" },
];

/** Asks what to do about a file that changed on disk while ours has unsaved changes (PKG-11). Undefined: not now. */
export async function askAboutDisk(what: "conversation" | "design", name: string): Promise<DiskAnswer | undefined> {
  const file = what === "conversation" ? "The conversation" : "The design";
  const aside = what === "conversation" ? "agent/conversation.theirs-….json" : "document.theirs-….json";
  const answer = await vscode.window.showWarningMessage(
    `${file} of “${name}” was changed on disk, and yours has changes that aren't saved.`,
    {
      modal: true,
      detail: `Keep Mine: the next save replaces what is on disk. Load Theirs: your unsaved changes are dropped. Keep Both: yours stays, and theirs is put aside in the package as ${aside}.`,
    },
    ...answers,
  );
  return answer?.answer;
}
