import * as l10n from "@vscode/l10n";
import { type CopyWords, conversationMarkdown, itemMarkdown } from "../panel/markdownCopy.ts";
import type { PackageSession } from "./session.ts";

type Copied = Pick<PackageSession, "conversation">;

/** The whole conversation as Markdown; empty where there is none. */
export function copiedConversation({ conversation }: Copied): string {
  return conversationMarkdown(conversation.items, conversation.cards, copyWords());
}

/** The item at a place, as Markdown; undefined where there is none any more. */
export function copiedItem({ conversation }: Copied, index: number): string | undefined {
  const item = conversation.items[index];
  return item && itemMarkdown(item, conversation.cards, copyWords());
}

function copyWords(): CopyWords {
  return {
    you: l10n.t("You"),
    agent: l10n.t("Agent"),
    image: l10n.t("Image"),
    sources: l10n.t("Sources"),
    failure: l10n.t("Failure"),
    notice: l10n.t("Notice"),
    issue: l10n.t("Reported Issue"),
    webSearch: l10n.t("Web Search"),
    approval: l10n.t("Tool Approval"),
    noAnswer: l10n.t("Not answered"),
    chosen: l10n.t("Chosen"),
    skill: l10n.t("Skill Proposal"),
    lintRule: l10n.t("Lint Rule Proposal"),
  };
}
