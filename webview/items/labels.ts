import type { ViewItem } from "../../src/protocol/index.ts";

const typeLabels: ReadonlyMap<string, string> = new Map([
  ["user", "You"],
  ["assistant", "Agent"],
  ["thinking", "Thinking"],
  ["notice", "Notice"],
  ["failure", "Failure"],
  ["tool", "Tool"],
  ["questions", "Questions"],
  ["directions", "Directions"],
  ["skillProposal", "Skill Proposal"],
  ["lintRuleProposal", "Lint Rule Proposal"],
  ["toolApproval", "Tool Approval"],
  ["webSearch", "Web Search"],
  ["reportedIssue", "Reported Issue"],
]);

export function typeLabel(type: string): string {
  return typeLabels.get(type) ?? type;
}

/** The accessible name of an item: who speaks, or which tool ran. */
export function itemLabel(item: ViewItem): string {
  return item.name === undefined ? typeLabel(item.type) : `${typeLabel(item.type)} ${item.name}`;
}

const failedStatuses = new Set(["failed", "error", "denied", "rejected"]);
const finishedStatuses = new Set(["completed", "complete", "done", "succeeded", "success", "ok"]);

/** How a status looks. What it says is always written out as well; the strings in a file are open (FMT-5). */
export type StatusTone = "running" | "interrupted" | "failed" | "finished" | "other";

export function statusTone(status: string | undefined): StatusTone {
  if (status === undefined) return "other";
  if (status === "running" || status === "interrupted") return status;
  if (failedStatuses.has(status)) return "failed";
  return finishedStatuses.has(status) ? "finished" : "other";
}

/** A status as a word to read: “inProgress” becomes “In progress”. */
export function statusWord(status: string): string {
  const words = status
    .replace(/([a-z])([A-Z])/g, "$1 $2")
    .replace(/[_-]+/g, " ")
    .toLowerCase();
  return words.charAt(0).toUpperCase() + words.slice(1);
}
