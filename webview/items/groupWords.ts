import * as l10n from "@vscode/l10n";
import type { ViewItem } from "../../src/protocol/index.ts";
import { joinWords } from "../format.ts";
import { itemTone, type StatusTone } from "./labels.ts";
import { type Act, actOf, toolWords } from "./toolWords.ts";

/** What a run of tools did, in one line: “Changed the design 4 times, looked once”. While one runs, what that does. */
export function groupWords(items: readonly ViewItem[]): string {
  const running = items.findLast((item) => itemTone(item) === "running");
  if (running !== undefined) return toolWords(running) ?? l10n.t("{0} is running…", running.name ?? l10n.t("A tool"));
  const waiting = items.findLast((item) => itemTone(item) === "waiting");
  if (waiting !== undefined)
    return toolWords(waiting) ?? l10n.t("{0} waits for your answer", waiting.name ?? l10n.t("A tool"));
  const done = items.filter((item) => !["failed", "declined"].includes(itemTone(item)));
  if (done.length > 0) return doneWords(done);
  return countOf(items, "failed") > 0 ? l10n.t("Nothing worked") : l10n.t("Nothing was done");
}

/** How many of them failed or were declined, where some were, or how many they are. */
export function groupCount(items: readonly ViewItem[]): string {
  const failed = countOf(items, "failed");
  const declined = countOf(items, "declined");
  const parts: string[] = [];
  if (failed > 0) parts.push(failed === 1 ? l10n.t("1 failed") : l10n.t("{0} failed", failed));
  if (declined > 0) parts.push(declined === 1 ? l10n.t("1 declined") : l10n.t("{0} declined", declined));
  return parts.length > 0 ? joinWords(parts) : l10n.t("{0} steps", items.length);
}

function countOf(items: readonly ViewItem[], tone: StatusTone): number {
  return items.filter((item) => itemTone(item) === tone).length;
}

function doneWords(items: readonly ViewItem[]): string {
  const counts = new Map<Act | undefined, number>();
  for (const item of items) counts.set(actOf(item), (counts.get(actOf(item)) ?? 0) + 1);
  const words = joinWords([...counts].map(([act, count]) => actWords(act, count)));
  return words.charAt(0).toUpperCase() + words.slice(1);
}

function actWords(act: Act | undefined, count: number): string {
  const once = count === 1;
  switch (act) {
    case "change":
      return once ? l10n.t("changed the design") : l10n.t("changed the design {0} times", count);
    case "look":
      return once ? l10n.t("looked once") : l10n.t("looked {0} times", count);
    case "read":
      return once ? l10n.t("read the design") : l10n.t("read the design {0} times", count);
    case "find":
      return once ? l10n.t("looked for files") : l10n.t("looked for files {0} times", count);
    case "readFile":
      return once ? l10n.t("read 1 file") : l10n.t("read {0} files", count);
    case "make":
      return once ? l10n.t("made 1 image") : l10n.t("made {0} images", count);
    case "check":
      return once ? l10n.t("checked it") : l10n.t("checked {0} times", count);
    case "recall":
      return once ? l10n.t("brought back 1 result") : l10n.t("brought back {0} results", count);
    case undefined:
      return once ? l10n.t("used 1 other tool") : l10n.t("used {0} other tools", count);
  }
}
