import { endOfString, skipSpace } from "./jsonPlaces.ts";

/** How a file is written, so that what is new in it looks like the rest. */
export interface Manner {
  readonly lineEnd: "\n" | "\r\n";
  /** What each level is indented by. */
  readonly unit: string;
  /** What stands between a key and its value, such as `": "`. */
  readonly colon: string;
  /** What stands between two entries on one line. */
  readonly comma: string;
  /** What stands inside the braces of an object on one line. */
  readonly padding: string;
  /** Whether it has lines at all, or nothing that could be on one; else new parts have none either. */
  readonly hasLines: boolean;
}

/** `text` is a JSON object. What it doesn't show is as most files have it. */
export function mannerOf(text: string): Manner {
  const colon = firstColon(text) ?? ": ";
  return {
    lineEnd: /\r?\n/.exec(text)?.[0] === "\r\n" ? "\r\n" : "\n",
    unit: /\n([ \t]+)[^ \t\r\n]/.exec(text)?.[1] ?? "  ",
    colon,
    comma: colon === ":" ? "," : ", ",
    hasLines: hasLines(text.trim()) || /^\s*\{\s*\}\s*$/.test(text),
    padding: /\{( *)"/.exec(text)?.[1] ?? "",
  };
}

export function hasLines(text: string): boolean {
  return text.includes("\n");
}

/** The indent of the line that `text` ends on; undefined when it has no line break. */
export function lastIndent(text: string): string | undefined {
  const line = text.lastIndexOf("\n");
  if (line < 0) return undefined;
  return /^[ \t]*/.exec(text.slice(line + 1))?.[0] ?? "";
}

/** The same text with every line break followed by another indent. Lines that don't start with the old one stay. */
export function reindent(text: string, from: string, to: string): string {
  if (from === to || !hasLines(text)) return text;
  return text.replace(/\n([ \t]*)(?![ \t\r\n])/g, (line, indent: string) =>
    indent.startsWith(from) ? `\n${to}${indent.slice(from.length)}` : line,
  );
}

function firstColon(text: string): string | undefined {
  const key = skipSpace(text, skipSpace(text, 0) + 1);
  if (text[key] !== '"') return undefined;
  const keyEnd = endOfString(text, key);
  const between = text.slice(keyEnd, skipSpace(text, skipSpace(text, keyEnd) + 1));
  return hasLines(between) ? undefined : between;
}
