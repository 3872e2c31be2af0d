type Arguments = Readonly<Record<string, unknown>>;

/**
 * A call's arguments as an object, or why nothing can be run with them (TRN-7). No arguments at all are an empty object.
 * A repeated key is refused: a card would show one value and another one would run.
 */
export function readArguments(text: string): Arguments | string {
  if (text.trim() === "") return {};
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    return `The arguments are not valid JSON, so nothing was done (${reason}). Call the tool again with a JSON object.`;
  }
  if (typeof value !== "object" || value === null || Array.isArray(value)) {
    return "The arguments must be a JSON object, so nothing was done. Call the tool again with one.";
  }
  const key = findRepeatedKey(text);
  return key === undefined
    ? (value as Arguments)
    : `The arguments hold ${JSON.stringify(key)} twice, so nothing was done. Call the tool again with each key once.`;
}

const token = /"[^"\\]*(?:\\.[^"\\]*)*"|[{}:]/g;

/** A key that one object of a valid JSON text holds twice. Keeps its own stack: no nesting is too deep for it. */
function findRepeatedKey(text: string): string | undefined {
  const open: Set<string>[] = [];
  let lastText = "";
  for (const [found] of text.matchAll(token)) {
    if (found === "{") open.push(new Set());
    else if (found === "}") open.pop();
    else if (found !== ":") lastText = found;
    else {
      const key = String(JSON.parse(lastText));
      const keys = open.at(-1);
      if (keys?.has(key)) return key;
      keys?.add(key);
    }
  }
  return undefined;
}
