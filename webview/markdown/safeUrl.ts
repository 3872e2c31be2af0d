const openable: ReadonlySet<string> = new Set(["http:", "https:", "mailto:"]);

/** The address, when it is one that may be opened outside: a whole http, https or mailto URL. Undefined for all else. */
export function safeUrl(address: string): string | undefined {
  // Browsers drop control characters inside a URL, so “java\tscript:” would come alive again.
  const url = URL.parse(address.trim());
  return url !== null && openable.has(url.protocol) ? url.href : undefined;
}
