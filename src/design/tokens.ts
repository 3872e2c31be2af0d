/** What `designSystem` holds where it is an object: colours, paints, type and more, by name (DOC-1). */
export type Tokens = Readonly<Record<string, unknown>>;

/** An object of tokens; undefined for anything else. */
export function asTokens(value: unknown): Tokens | undefined {
  return typeof value === "object" && value !== null && !Array.isArray(value) ? (value as Tokens) : undefined;
}
