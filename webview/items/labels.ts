import * as l10n from "@vscode/l10n";
import type { ViewItem } from "../../src/protocol/index.ts";

export function typeLabel(type: string): string {
  switch (type) {
    case "user":
      return l10n.t("You");
    case "assistant":
      return l10n.t("Agent");
    case "thinking":
      return l10n.t("Thinking");
    case "notice":
      return l10n.t("Notice");
    case "failure":
      return l10n.t("Failure");
    case "tool":
      return l10n.t("Tool");
    case "questions":
      return l10n.t("Questions");
    case "directions":
      return l10n.t("Directions");
    case "skillProposal":
      return l10n.t("Skill Proposal");
    case "lintRuleProposal":
      return l10n.t("Lint Rule Proposal");
    case "toolApproval":
      return l10n.t("Tool Approval");
    case "webSearch":
      return l10n.t("Web Search");
    case "reportedIssue":
      return l10n.t("Reported Issue");
    default:
      return type;
  }
}

/** The accessible name of an item: who speaks, or which tool ran. */
export function itemLabel(item: ViewItem): string {
  return item.name === undefined ? typeLabel(item.type) : `${typeLabel(item.type)} ${item.name}`;
}

const failedStatuses = new Set(["failed", "error", "denied", "rejected"]);
const finishedStatuses = new Set(["completed", "complete", "done", "succeeded", "success", "ok"]);

/** How a status looks. What it says is always written out as well; the strings in a file are open (FMT-5). */
export type StatusTone = "running" | "waiting" | "interrupted" | "failed" | "declined" | "finished" | "other";

export function statusTone(status: string | undefined): StatusTone {
  if (status === undefined) return "other";
  if (status === "running" || status === "interrupted") return status;
  if (failedStatuses.has(status)) return "failed";
  return finishedStatuses.has(status) ? "finished" : "other";
}

/**
 * How an item's status looks. A call that the person declined ended as they wanted: that is no failure, though it is stored as
 * one. One that they haven't answered yet doesn't run, though its turn does.
 */
export function itemTone({ type, status, statusText, waits }: ViewItem): StatusTone {
  const tone = statusTone(status);
  if (waits === true && tone === "running") return "waiting";
  return type === "tool" && tone === "failed" && statusText === "Declined" ? "declined" : tone;
}

/** A status as a word to read, ours in the person's language: “inProgress” becomes “In progress”. */
export function statusWord(status: string): string {
  switch (status) {
    case "running":
      return l10n.t("Running");
    case "interrupted":
      return l10n.t("Interrupted");
    case "failed":
      return l10n.t("Failed");
    case "succeeded":
      return l10n.t("Succeeded");
    case "undone":
      return l10n.t("Undone");
    default:
      return plainWord(status);
  }
}

function plainWord(status: string): string {
  const words = status
    .replace(/([a-z])([A-Z])/g, "$1 $2")
    .replace(/[_-]+/g, " ")
    .toLowerCase();
  return words.charAt(0).toUpperCase() + words.slice(1);
}
