import { limited } from "./svgNode.ts";

/** One command of SVG path data with exactly the numbers it takes. */
export interface PathCommand {
  readonly letter: string;
  readonly values: readonly number[];
}

const counts: Readonly<Record<string, number>> = { m: 2, l: 2, h: 1, v: 1, c: 6, s: 4, q: 4, t: 2, a: 7, z: 0 };
const longest = 200_000;
const allowed = /^[MmZzLlHhVvCcSsQqTtAaEe0-9+\-.,\s]*$/;
const number = /[+-]?(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?/y;
const separator = /[\s,]*/y;
/** The two flags of an arc are one digit each and may stand without a space between them. */
const flag = /[01]/y;

/**
 * The commands up to the first mistake, as SVG has it. Nothing where there is a character that path data doesn't have;
 * numbers are within ±1,000,000.
 */
export function parsePath(data: string): readonly PathCommand[] {
  if (data.length > longest || !allowed.test(data)) return [];
  const commands: PathCommand[] = [];
  let at = skip(data, 0);
  while (at < data.length) {
    const letter = data[at] ?? "";
    const count = counts[letter.toLowerCase()];
    if (count === undefined || (commands.length === 0 && letter.toLowerCase() !== "m")) return commands;
    at = skip(data, at + 1);
    if (count === 0) {
      commands.push({ letter, values: [] });
      continue;
    }
    const before = commands.length;
    for (let values = readValues(data, at, letter); values !== undefined; values = readValues(data, at, letter)) {
      commands.push({ letter: commands.length === before ? letter : repeated(letter), values: values.values });
      at = values.end;
    }
    if (commands.length === before) return commands;
  }
  return commands;
}

/** After a move, further pairs of numbers are lines. */
function repeated(letter: string): string {
  if (letter === "M") return "L";
  return letter === "m" ? "l" : letter;
}

function readValues(data: string, start: number, letter: string): { values: number[]; end: number } | undefined {
  const values: number[] = [];
  let at = start;
  const count = counts[letter.toLowerCase()] ?? 0;
  while (values.length < count) {
    const isFlag = letter.toLowerCase() === "a" && (values.length === 3 || values.length === 4);
    const found = match(isFlag ? flag : number, data, at);
    if (found === undefined) return undefined;
    values.push(limited(Number(found)));
    at = skip(data, at + found.length);
  }
  return { values, end: at };
}

function skip(data: string, at: number): number {
  return at + (match(separator, data, at)?.length ?? 0);
}

function match(pattern: RegExp, data: string, at: number): string | undefined {
  pattern.lastIndex = at;
  return pattern.exec(data)?.[0];
}
