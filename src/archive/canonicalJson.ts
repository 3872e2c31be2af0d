/**
 * The one encoding of a conversation (FMT-3): sorted keys at every level, two-space indent, `"key" : value`, `{}` and
 * `[]` when empty, one newline at the end. What did not change therefore gives the same bytes, whoever saved it before.
 */

/**
 * Encodes a JSON value as UTF-8 without a BOM. Keys go in UTF-16 code-unit order; a key whose value is undefined is
 * left out. Strings and numbers are spelled as JSON.stringify does, so a lone surrogate becomes an escape; a number that
 * no JavaScript number holds stays one (`1e999`).
 */
export function encodeCanonicalJson(value: unknown): Uint8Array {
  return new TextEncoder().encode(`${canonicalText(value, "\n")}\n`);
}

/** The text of a value inside a file. `lineStart` is a line break and the indent of the line that the value stands on. */
export function canonicalText(value: unknown, lineStart: string): string {
  if (typeof value === "string") {
    return JSON.stringify(value);
  }
  if (Array.isArray(value)) {
    return arrayText(value, lineStart);
  }
  if (isRecord(value)) {
    return objectText(value, lineStart);
  }
  if (value === Infinity || value === -Infinity) {
    return value > 0 ? "1e999" : "-1e999";
  }
  return JSON.stringify(value) ?? "null";
}

/** The keys that are written, in the order they are written in. */
export function canonicalKeys(object: Readonly<Record<string, unknown>>): string[] {
  return Object.keys(object)
    .filter((key) => object[key] !== undefined)
    .sort();
}

function arrayText(values: readonly unknown[], lineStart: string): string {
  const inner = `${lineStart}  `;
  let text = "[";
  for (const value of values) {
    text += `${text === "[" ? "" : ","}${inner}${canonicalText(value, inner)}`;
  }
  return text === "[" ? "[]" : `${text}${lineStart}]`;
}

function objectText(object: Readonly<Record<string, unknown>>, lineStart: string): string {
  const inner = `${lineStart}  `;
  let text = "{";
  for (const key of canonicalKeys(object)) {
    text += `${text === "{" ? "" : ","}${inner}${JSON.stringify(key)} : ${canonicalText(object[key], inner)}`;
  }
  return text === "{" ? "{}" : `${text}${lineStart}}`;
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null;
}
