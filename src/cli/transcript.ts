import type { Item } from "../archive/types.ts";

/**
 * A conversation as text for a CLI that hasn't seen it (CLI-6): one entry per item, parted by blank lines. Every further line of
 * an entry is indented by two spaces, so that no text inside can pose as an entry. Thinking, notices, failures and what only
 * the panel has a use for have no entry. A golden file holds it.
 */
export function transcriptOf(items: readonly Item[]): string {
  return items
    .flatMap((item) => entryOf(item) ?? [])
    .map(indented)
    .join("\n\n");
}

function entryOf(item: Item): string | undefined {
  switch (item.type) {
    case "user":
      return entry("User", [item.text ?? "", ...pictures(item)]);
    case "assistant":
      return entry("Assistant", [item.text ?? "", ...pictures(item)]);
    case "tool":
      return toolEntry(item);
    case "questions":
      return questionsEntry(item);
    case "directions":
      return directionsEntry(item);
    case "webSearch":
      return entry("Web search", [item.text ?? ""]);
    case "thinking":
    case "notice":
    case "failure":
    case "skillProposal":
    case "lintRuleProposal":
    case "toolApproval":
    case "reportedIssue":
      return undefined;
  }
}

/** `<label>: <lines>`; undefined when there is nothing to say. */
function entry(label: string, lines: readonly string[]): string | undefined {
  const body = lines.filter((line) => line.trim() !== "").join("\n");
  return body === "" ? undefined : `${label}: ${body}`;
}

function toolEntry({ name = "", summary = "", statusText = "", images }: Item): string {
  const what = [summary, statusText].filter((part) => part.trim() !== "").join(", ");
  return [`Tool ${name}${what === "" ? "" : `: ${what}`}`, ...pictures({ images })].join("\n");
}

function questionsEntry({ text, questions, answers }: Item): string | undefined {
  const given = isRecord(answers) ? answers : {};
  const lines = records(questions).map(({ id, text: asked }) => {
    const key = textOf(id);
    const texts = Object.hasOwn(given, key) ? given[key] : undefined;
    const said = Array.isArray(texts) ? texts.map(textOf).filter((each) => each !== "") : [];
    return `${textOf(asked)} → ${said.length === 0 ? "(not answered)" : said.join(", ")}`;
  });
  return entry("Questions", [text ?? "", ...lines]);
}

function directionsEntry({ text, directions, chosen }: Item): string | undefined {
  const lines = records(directions).map(({ title, description }) => {
    const said = textOf(description);
    return `${textOf(title)}${said === "" ? "" : `: ${said}`}`;
  });
  if (lines.length === 0 && (text ?? "") === "") return undefined;
  const choice = typeof chosen === "string" && chosen !== "" ? chosen : "(none)";
  return entry("Directions", [text ?? "", ...lines, `Chosen: ${choice}`]);
}

/** A line for each picture; an item that only says that it has some has one (CLI-6). */
function pictures({ images, hasImage }: Pick<Item, "hasImage"> & { readonly images?: unknown }): string[] {
  const count = Array.isArray(images) && images.length > 0 ? images.length : hasImage === true ? 1 : 0;
  return Array.from({ length: count }, () => "[image]");
}

/** Everything that some reader takes for a line's end. */
const lineEnd = /\r\n|[\n\r\v\f\u0085\u2028\u2029]/g;

function indented(text: string): string {
  return text.toWellFormed().replace(lineEnd, "\n  ");
}

/** What a file holds there may be anything (FMT-5). */
function records(value: unknown): Readonly<Record<string, unknown>>[] {
  return Array.isArray(value) ? value.filter(isRecord) : [];
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function textOf(value: unknown): string {
  return typeof value === "string" ? value : "";
}
