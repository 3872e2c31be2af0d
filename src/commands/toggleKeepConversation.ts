import * as l10n from "@vscode/l10n";
import * as vscode from "vscode";
import { packageName } from "../editor/packageName.ts";
import { switchKeeping } from "../host/keeping.ts";
import { type Command, targetSession } from "./context.ts";

/** Switches whether conversations are kept in documents, after the person said yes (SET-2, SET-3). */
export const toggleKeepConversation: Command = async (_context, target) => {
  const session = targetSession(target);
  const { keeping } = session;
  if (keeping === "never") throw new Error(l10n.t("A template or a design system never keeps a conversation."));
  const keep = keeping === "off";
  const [question, detail, confirm] = keep
    ? [
        l10n.t("Keep the agent conversation in the document?"),
        l10n.t("Conversations are stored in the documents' packages from their next save on, and travel with them."),
        l10n.t("Keep It"),
      ]
    : [
        l10n.t("Stop keeping the agent conversation in the document?"),
        l10n.t(
          "The next save of “{0}”, and of every other open document, removes the conversation that is stored in it. Turn it off for files you share.",
          packageName(session.packageUri),
        ),
        l10n.t("Stop Keeping It"),
      ];
  const answer = await vscode.window.showWarningMessage(question, { modal: true, detail }, confirm);
  if (answer === confirm) await switchKeeping(session.packageUri, keep);
};
