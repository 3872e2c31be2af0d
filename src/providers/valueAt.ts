/** What stands at a key of anything; undefined where it has no keys. */
export function valueAt(value: unknown, key: string): unknown {
  return typeof value === "object" && value !== null ? Reflect.get(value, key) : undefined;
}

/** The text at a key; undefined where there is none, or an empty one. */
export function textAt(value: unknown, key: string): string | undefined {
  const text = valueAt(value, key);
  return typeof text === "string" && text !== "" ? text : undefined;
}

/** The number at a key; undefined where there is none that counts something: NaN, a negative, a text. */
export function countAt(value: unknown, key: string): number | undefined {
  const count = valueAt(value, key);
  return typeof count === "number" && Number.isFinite(count) && count >= 0 ? count : undefined;
}
