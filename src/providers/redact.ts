const keyLike = /\b(?:sk|pk|rk|key)-[A-Za-z0-9_-]{4,}/g;
const bearer = /\b(bearer|basic)\s+[^\s"',;]+/gi;
const urlCredentials = /\/\/[^/\s@]+@/g;
const shortestSecret = 6;

/**
 * The text without anything that looks like an API key, and without the secrets given.
 * Everything that a person or a log may see goes through here.
 */
export function redact(text: string, secrets: readonly string[]): string {
  const known = secrets
    .flatMap((secret) => [secret, secret.trim(), encodeURIComponent(secret.toWellFormed())])
    .filter((secret) => secret.length >= shortestSecret);
  const withoutKnown = known.reduce((rest, secret) => rest.replaceAll(secret, "[key]"), text);
  return withoutKnown.replace(urlCredentials, "//").replace(bearer, "$1 [key]").replace(keyLike, "[key]");
}
