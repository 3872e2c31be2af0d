/**
 * Text that is still being written has emphasis and code whose end hasn't come. Closing them for the moment keeps their
 * marks from showing. What this guesses wrong stands right again in the finished text.
 */

/** How a text would have to end: so many characters fewer, then these. */
export interface Ending {
  readonly dropped: number;
  readonly closers: string;
}

interface Mark {
  readonly character: string;
  readonly length: number;
  readonly start: number;
  readonly end: number;
}

/** Runs of a mark's character, and escaped characters, which are no marks. */
const runs = /\\.|`+|\*+|_+|~~/gs;

/** What an opening mark may follow. Within a word, as in 5*3, it is more likely none. */
const beforeOpener = /[\s([{"'“‘«–—*_~]/;

/** Undefined when nothing is open. The text is inline Markdown that doesn't end with a space. */
export function endingOf(text: string): Ending | undefined {
  const open = openMarks(text);
  if (open.length === 0) return undefined;
  let end = text.length;
  for (let last = open.at(-1); last !== undefined && text.slice(last.end, end).trim() === ""; last = open.at(-1)) {
    end = last.start;
    open.pop();
  }
  const closers = open.map(({ character, length }) => character.repeat(length)).reverse();
  return { dropped: text.length - end, closers: closers.join("") };
}

/** The marks that nothing closes, outermost first. */
function openMarks(text: string): Mark[] {
  const open: Mark[] = [];
  let codeEnd = 0;
  for (const { 0: run, index: start } of text.matchAll(runs)) {
    if (start < codeEnd || run.startsWith("\\")) continue;
    const end = start + run.length;
    const mark = { character: run.charAt(0), length: run.length, start, end };
    if (mark.character !== "`") {
      meet(open, mark, text);
      continue;
    }
    codeEnd = endOfCode(text, mark);
    if (codeEnd > text.length && canOpen(mark, text)) return [...open, mark];
  }
  return open;
}

/** Behind the run that closes this one; beyond the text when there is none. */
function endOfCode(text: string, { length, end }: Mark): number {
  for (const { 0: run, index } of text.slice(end).matchAll(/`+/g)) {
    if (run.length === length) return end + index + length;
  }
  return text.length + 1;
}

/** Lets a mark close what it can, and opens what is left of it. */
function meet(open: Mark[], mark: Mark, text: string): void {
  let { length } = mark;
  while (length > 0 && canClose(mark, text)) {
    const index = open.findLastIndex(({ character }) => character === mark.character);
    const opener = open[index];
    if (opener === undefined) break;
    const left = opener.length - length;
    open.splice(index, open.length, ...(left > 0 ? [{ ...opener, length: left }] : []));
    length -= opener.length;
  }
  if (length > 0 && canOpen(mark, text)) open.push({ ...mark, length });
}

function canOpen({ start, end }: Mark, text: string): boolean {
  return (start === 0 || beforeOpener.test(text.charAt(start - 1))) && !/\s/.test(text.charAt(end));
}

function canClose({ character, start, end }: Mark, text: string): boolean {
  if (start === 0 || /\s/.test(text.charAt(start - 1))) return false;
  return character !== "_" || !/[\p{L}\p{N}]/u.test(text.charAt(end));
}
