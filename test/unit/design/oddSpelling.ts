/** Writes JSON as nobody would, but as anybody may: every white space, escape and spelling of a number that JSON allows. */

export type Choose = (count: number) => number;

/** Numbers from 0 to below `count`, always the same ones for a seed. */
export function chooser(seed: number): Choose {
  let state = seed >>> 0;
  return (count) => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) % count;
  };
}

const spaces = ["", "", " ", "\n", "\r\n  ", "\t", "\n\n    ", "  "];

export function spellOddly(value: unknown, choose: Choose): string {
  const space = () => spaces[choose(spaces.length)] ?? "";
  const spell = (inner: unknown): string => {
    if (typeof inner === "number") return oddNumber(inner, choose);
    if (typeof inner === "string") return oddString(inner, choose);
    if (Array.isArray(inner)) {
      return inner.length === 0 ? "[]" : `[${inner.map((entry) => space() + spell(entry) + space()).join(",")}]`;
    }
    if (typeof inner !== "object" || inner === null) return JSON.stringify(inner);
    const entries = shuffled(Object.entries(inner), choose).map(
      ([key, entry]) => `${space()}${oddString(key, choose)}${space()}:${space()}${spell(entry)}${space()}`,
    );
    return entries.length === 0 ? "{}" : `{${entries.join(",")}}`;
  };
  return space() + spell(value) + space();
}

function oddNumber(value: number, choose: Choose): string {
  const plain = JSON.stringify(value);
  if (!/^-?\d+$/.test(plain)) return plain;
  return [plain, `${plain}.0`, `${plain}.00e0`, `${plain}E+0`, `${plain}0e-1`][choose(value === 0 ? 4 : 5)] ?? plain;
}

function oddString(value: string, choose: Choose): string {
  const units = Array.from({ length: value.length }, (_, index) => value[index] ?? "");
  return `"${units.map((unit) => (choose(8) === 0 ? escaped(unit) : JSON.stringify(unit).slice(1, -1))).join("")}"`;
}

function escaped(unit: string): string {
  return unit === "/" ? "\\/" : `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`;
}

function shuffled<T>(entries: readonly T[], choose: Choose): T[] {
  return entries
    .map((entry) => ({ entry, order: choose(1 << 16) }))
    .sort((one, other) => one.order - other.order)
    .map(({ entry }) => entry);
}
