import { encodeBase64 } from "../archive/base64.ts";

const keyLike = /\b(?:sk|pk|rk|key)-[A-Za-z0-9_-]{4,}/g;
const bearer = /\b(bearer|basic)\s+[^\s"',;]+/gi;
const urlCredentials = /\/\/[^/\s@]+@/g;
const shortestSecret = 6;

/** The forms in which a secret may come back: as it is, in an address, in Base64 (as in a Basic header, at any offset). */
function formsOf(secret: string): string[] {
  const bytes = new TextEncoder().encode(secret);
  const inBase64 = [0, 1, 2].map((offset) => {
    const text = encodeBase64(Uint8Array.from([...new Uint8Array(offset), ...bytes]));
    // What stands at the borders depends on the neighbours.
    return text.slice(offset === 0 ? 0 : offset + 1, text.length - 4);
  });
  return [secret, secret.trim(), encodeURIComponent(secret.toWellFormed()), ...inBase64];
}

/**
 * The text without anything that looks like an API key, and without the secrets given.
 * Everything that a person or a log may see goes through here.
 */
export function redact(text: string, secrets: readonly string[]): string {
  const known = secrets.flatMap(formsOf).filter((secret) => secret.length >= shortestSecret);
  const withoutKnown = known.reduce((rest, secret) => rest.replaceAll(secret, "[key]"), text);
  return withoutKnown.replace(urlCredentials, "//").replace(bearer, "$1 [key]").replace(keyLike, "[key]");
}
