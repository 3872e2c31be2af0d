/** Deeper arguments are sent as `{}`, because encoders and the service give up at depths of their own. */
const deepest = 200;

/**
 * A call's arguments as the API wants them (PRV-2): the object that they spell, else an empty one.
 * Half a surrogate pair, in a text or in a key, becomes U+FFFD.
 */
export function readToolInput(argumentsText: string): Record<string, unknown> {
  const value = parse(argumentsText);
  if (!isObject(value)) return {};
  return isDeeperThan(value, deepest) ? {} : wellFormedObject(value);
}

/**
 * The arguments as their own text, for the APIs that want text (PRV-2): what the model wrote where it spells an object,
 * else `{}`. A text with half a surrogate pair is written anew, with U+FFFD.
 */
export function readToolInputText(argumentsText: string): string {
  const value = parse(argumentsText);
  if (!isObject(value) || isDeeperThan(value, deepest)) return "{}";
  const isWell = JSON.stringify(value) === JSON.stringify(wellFormedObject(value));
  return isWell ? argumentsText : JSON.stringify(wellFormedObject(value));
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function isDeeperThan(value: unknown, levels: number): boolean {
  if (typeof value !== "object" || value === null) return false;
  return levels === 0 || Object.values(value).some((child) => isDeeperThan(child, levels - 1));
}

function wellFormed(value: unknown): unknown {
  if (typeof value === "string") return value.toWellFormed();
  if (Array.isArray(value)) return value.map(wellFormed);
  return isObject(value) ? wellFormedObject(value) : value;
}

/** `fromEntries` defines keys, so that a key named `__proto__` stays a key. */
function wellFormedObject(value: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(value).map(([key, child]) => [key.toWellFormed(), wellFormed(child)]));
}
