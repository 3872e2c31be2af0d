/** Texts of others as Markdown in which they stay texts: nothing in them can pose as a heading, a list or another speaker. */

const inlineMarks = /[\\`*_[\]<>~|]|&(?=#?\w+;)/g;
const lineMarks = /^(?<blank>\s*)(?:(?<mark>[#+\-=])|(?<number>\d{1,9})(?<point>[.)]))/;

/** A text that isn't Markdown, in lines: each mark of Markdown in it is escaped. */
export function escapedText(text: string): string {
  return text
    .trim()
    .split(/\r\n|\r|\n/)
    .map(escapedLine)
    .join("\n");
}

/** The same in one line. */
export function escapedInline(text: string): string {
  return text.trim().replace(/\s+/g, " ").replace(inlineMarks, "\\$&");
}

/** Blanks at a line's start would make it code; a line end is one in what is shown, too. */
function escapedLine(line: string, index: number, lines: readonly string[]): string {
  const escaped = line
    .trim()
    .replace(inlineMarks, "\\$&")
    .replace(lineMarks, (found, ...rest) => {
      const { mark, number, point } = rest.at(-1) as Record<string, string | undefined>;
      if (number !== undefined) return `${number}\\${point ?? ""}`;
      return mark === undefined ? found : `\\${mark}`;
    });
  const isBroken = line.trim() !== "" && (lines[index + 1]?.trim() ?? "") !== "";
  return isBroken ? `${escaped}\\` : escaped;
}

const fence = /^ {0,3}(?<run>`{3,}|~{3,})(?<info>.*)$/;
const atxHeading = /^ {0,3}(?<marks>#{1,6})(?=[ \t]|$)/;
const underline = /^ {0,3}(?:=+|-+)[ \t]*$/;
const paragraph = /^ {0,3}(?![#>\-+*|`~]|\d{1,9}[.)])\S/;

/**
 * Markdown of the agent's for a place below a heading of ours: its headings start at the third level, as in the panel; what
 * looks like HTML is text, as in the panel; a fence that it left open is closed.
 */
export function nestedMarkdown(source: string): string {
  const out: string[] = [];
  let open: string | undefined;
  for (const line of source.trim().split(/\r\n|\r|\n/)) {
    const found = fence.exec(line)?.groups;
    if (open !== undefined) {
      if (found !== undefined && closes(found, open)) open = undefined;
      out.push(line);
    } else if (found !== undefined && !(found.run?.startsWith("`") && found.info?.includes("`"))) {
      open = found.run;
      out.push(line);
    } else out.push(...nestedLine(line, out));
  }
  if (open !== undefined) out.push(open);
  return out.join("\n");
}

function closes({ run = "", info = "" }: Readonly<Record<string, string | undefined>>, open: string): boolean {
  return run[0] === open[0] && run.length >= open.length && info.trim() === "";
}

/** The line as it goes on; a line that underlines the last one makes that a heading. */
function nestedLine(line: string, before: string[]): string[] {
  const heading = atxHeading.exec(line);
  if (heading !== null) {
    const level = Math.min((heading.groups?.marks?.length ?? 1) + 2, 6);
    return [`${"#".repeat(level)}${withoutHtml(line.slice(heading[0].length))}`];
  }
  const last = before.at(-1);
  if (last !== undefined && underline.test(line) && paragraph.test(last)) {
    before.pop();
    return [`${line.trim().startsWith("=") ? "###" : "####"} ${last.trim()}`];
  }
  return [/^(?: {4}|\t)/.test(line) ? line : withoutHtml(line)];
}

/** Only what begins a tag is escaped, and not within code. */
function withoutHtml(line: string): string {
  return line.replace(/(`+)(?!`).*?(?<!`)\1(?!`)|\\.|<(?=[a-z/!?])(?!(?:https?|mailto):)/gi, (found) =>
    found === "<" ? "\\<" : found,
  );
}
