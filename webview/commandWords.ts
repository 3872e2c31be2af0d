import * as l10n from "@vscode/l10n";
import type { PanelCommand } from "../src/protocol/index.ts";

/** What a button or an entry is called that runs a command, where nobody has a better name for it there. */
export function commandWords(command: PanelCommand): string {
  switch (command) {
    case "setApiKey":
      return l10n.t("Set API Key…");
    case "selectModel":
      return l10n.t("Select Model…");
    case "openDocumentAsText":
      return l10n.t("Open as Text");
    case "showLog":
      return l10n.t("Show Log");
    case "newConversation":
      return l10n.t("New Conversation…");
    case "manageTrust":
      return l10n.t("Manage Workspace Trust");
    case "keepUnreadableCopy":
      return l10n.t("Keep a Copy");
    case "savePackageAs":
      return l10n.t("Save Package As…");
    case "toggleKeepConversation":
      return l10n.t("Keep Conversation in Document");
    case "decideAboutDisk":
      return l10n.t("Decide…");
    case "copyConversationAsMarkdown":
      return l10n.t("Copy as Markdown");
    case "compactConversation":
      return l10n.t("Compact Conversation…");
    case "reclaimToolResults":
      return l10n.t("Reclaim Old Tool Results…");
    case "locateClaudeCode":
    case "locateCodex":
      return l10n.t("Open the Setting");
    case "logInToClaudeCode":
    case "logInToCodex":
      return l10n.t("Log In in a Terminal");
    case "updateClaudeCode":
    case "updateCodex":
      return l10n.t("Update in a Terminal");
  }
}
