import { createHash } from "node:crypto";

/** Input tokens of one request, as the service would bill them. */
export interface MeasuredInput {
  readonly input: number;
  readonly cacheRead: number;
  readonly cacheWrite5m: number;
  readonly cacheWrite1h: number;
}

const bytesPerToken = 4;

/**
 * Measures requests the way the service's prompt cache does, on the bytes that came: a request is its system prompt
 * and tools, then its messages, cache marks taken out; everything up to the last mark is kept; the longest kept
 * beginning of a later request is read from the cache, the rest up to its own last mark is written.
 */
export function createPromptCache() {
  const kept = new Set<string>();
  return {
    measure(body: string): MeasuredInput {
      const units = readUnits(JSON.parse(body));
      const lastMark = units.findLastIndex((unit) => unit.ttl !== undefined);
      const prefixes = hashPrefixes(units.map((unit) => unit.text));
      const lastKept = prefixes.findLastIndex((hash, index) => index <= lastMark && kept.has(hash));
      for (const hash of prefixes.slice(0, lastMark + 1)) kept.add(hash);
      const written = tokensOf(units.slice(lastKept + 1, lastMark + 1));
      const isHour = units[lastMark]?.ttl === "1h";
      return {
        input: tokensOf(units.slice(lastMark + 1)),
        cacheRead: tokensOf(units.slice(0, lastKept + 1)),
        cacheWrite5m: isHour ? 0 : written,
        cacheWrite1h: isHour ? written : 0,
      };
    },
    clear(): void {
      kept.clear();
    },
  };
}

/** About what the service bills for an image of the size that we send; its Base64 says nothing of that. */
const tokensPerImage = 1_500;

interface Unit {
  readonly text: string;
  readonly tokens: number;
  /** The lifetime of the cache mark inside, if there is one. */
  readonly ttl: string | undefined;
}

function readUnits(body: { model?: unknown; system?: unknown; tools?: unknown; messages?: unknown }): readonly Unit[] {
  const messages = Array.isArray(body.messages) ? body.messages : [];
  return [[body.model, body.tools ?? null, body.system ?? null], ...messages].map(readUnit);
}

function readUnit(value: unknown): Unit {
  let ttl: string | undefined;
  let [images, imageBytes] = [0, 0];
  const text = JSON.stringify(value, (key, child: unknown) => {
    if (key === "data" && typeof child === "string") {
      images += 1;
      imageBytes += child.length;
    }
    if (key !== "cache_control") return child;
    ttl = typeof child === "object" && child !== null && "ttl" in child ? String(child.ttl) : "5m";
    return undefined;
  });
  const words = (Buffer.byteLength(text) - imageBytes) / bytesPerToken;
  return { text, ttl, tokens: words + images * tokensPerImage };
}

function hashPrefixes(texts: readonly string[]): readonly string[] {
  const hash = createHash("sha256");
  return texts.map((text) => hash.update(`${text.length}:${text}`).copy().digest("hex"));
}

function tokensOf(units: readonly Unit[]): number {
  return Math.ceil(units.reduce((sum, { tokens }) => sum + tokens, 0));
}
