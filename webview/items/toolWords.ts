/** What a tool did, in words: of the tools that we know. */
import * as l10n from "@vscode/l10n";
import type { Touched, ViewItem } from "../../src/protocol/index.ts";
import { joinWords } from "../format.ts";
import { itemTone } from "./labels.ts";

export type Act = "change" | "look" | "read" | "find" | "readFile" | "make" | "check" | "recall";

const acts: ReadonlyMap<string, Act> = new Map([
  ["batch_design", "change"],
  ["get_screenshot", "look"],
  ["get_document", "read"],
  ["find_workspace_files", "find"],
  ["read_workspace_file", "readFile"],
  ["generate_image", "make"],
  ["lint_document", "check"],
  ["extract_compacted_tool_result", "recall"],
]);

/** So many nodes are named in one line. */
const mostNamed = 3;

/** Undefined for a tool that isn't ours: it goes by its name. */
export function actOf({ type, name = "" }: ViewItem): Act | undefined {
  return type === "tool" ? acts.get(name.toLowerCase()) : undefined;
}

/** What the tool of this item does, did or couldn't do; undefined for one that isn't ours. */
export function toolWords(item: ViewItem): string | undefined {
  const act = actOf(item);
  if (act === undefined) return undefined;
  const tone = itemTone(item);
  if (tone === "waiting") return waitingWords(act, item);
  if (tone === "running") return runningWords(act);
  if (tone === "failed" || tone === "declined" || tone === "interrupted") return failedWords(act);
  return doneWords(act, item);
}

/** Only a change is asked about as a rule; any other call is when it is made again and again. */
function waitingWords(act: Act, { name = "" }: ViewItem): string {
  return act === "change"
    ? l10n.t("A change to the design waits for your answer")
    : l10n.t("{0} waits for your answer", name);
}

function runningWords(act: Act): string {
  switch (act) {
    case "change":
      return l10n.t("Changing the design…");
    case "look":
      return l10n.t("Looking at the design…");
    case "read":
      return l10n.t("Reading the design…");
    case "find":
      return l10n.t("Looking for files…");
    case "readFile":
      return l10n.t("Reading a file…");
    case "make":
      return l10n.t("Making an image…");
    case "check":
      return l10n.t("Checking the design…");
    case "recall":
      return l10n.t("Bringing back an earlier result…");
  }
}

function failedWords(act: Act): string {
  switch (act) {
    case "change":
      return l10n.t("Didn’t change the design");
    case "look":
      return l10n.t("Didn’t see the design");
    case "read":
      return l10n.t("Didn’t read the design");
    case "find":
      return l10n.t("Didn’t look for files");
    case "readFile":
      return l10n.t("Didn’t read the file");
    case "make":
      return l10n.t("Made no image");
    case "check":
      return l10n.t("Didn’t check the design");
    case "recall":
      return l10n.t("Didn’t bring back an earlier result");
  }
}

function doneWords(act: Act, { summary = "", touched }: ViewItem): string {
  switch (act) {
    case "change":
      return touched === undefined ? named(l10n.t("Changed the design"), summary) : changeWords(touched);
    case "look":
      return summary === "" ? l10n.t("Looked at the design") : l10n.t("Looked at {0}", summary);
    case "read":
      return readWords(summary);
    case "find":
      return named(l10n.t("Looked for files"), summary);
    case "readFile":
      return summary === "" ? l10n.t("Read a file") : l10n.t("Read the file {0}", summary);
    case "make":
      return named(l10n.t("Made an image"), summary);
    case "check":
      return summary === "" ? l10n.t("Checked the design") : l10n.t("Checked {0}", summary);
    case "recall":
      return l10n.t("Brought back an earlier result");
  }
}

/** `outline` and `whole` are what the tool is asked for; anything else is a name. */
function readWords(summary: string): string {
  if (summary === "outline") return l10n.t("Read the outline of the design");
  return summary === "whole" || summary === "" ? l10n.t("Read the design") : l10n.t("Read {0}", summary);
}

function changeWords(touched: Touched): string {
  const { page, nodes } = touched;
  const what = countWords(touched);
  const where = page === undefined ? what : l10n.t("{0} on {1}", what, page);
  const names = nodes.map(({ name }) => name);
  const total = touched.created + touched.changed + touched.deleted;
  const shown = names.slice(0, mostNamed);
  // Of a new group the nodes within count, and aren't named.
  return named(where, joinWords(shown) + (total > shown.length && names.length > shown.length ? "…" : ""));
}

function countWords({ created, changed, deleted }: Touched): string {
  if (created + changed + deleted === 0) return l10n.t("Changed nothing");
  if (changed + deleted === 0) return created === 1 ? l10n.t("Added 1 node") : l10n.t("Added {0} nodes", created);
  if (created + deleted === 0) return changed === 1 ? l10n.t("Changed 1 node") : l10n.t("Changed {0} nodes", changed);
  if (created + changed === 0) return deleted === 1 ? l10n.t("Deleted 1 node") : l10n.t("Deleted {0} nodes", deleted);
  if (deleted === 0) return l10n.t("Added {0} and changed {1} nodes", created, changed);
  if (created === 0) return l10n.t("Changed {0} and deleted {1} nodes", changed, deleted);
  if (changed === 0) return l10n.t("Added {0} and deleted {1} nodes", created, deleted);
  return l10n.t("Added {0}, changed {1} and deleted {2} nodes", created, changed, deleted);
}

/** What was done, and to what. */
export function named(what: string, names: string): string {
  return names === ""
    ? what
    : l10n.t({ message: "{0}: {1}", args: [what, names], comment: ["What was done, and to what."] });
}
