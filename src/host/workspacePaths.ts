/** Which files of a workspace folder the agent may read, by their paths. */

const privateNames: readonly RegExp[] = [
  /^\.git$/,
  /^\.env/,
  /\.env$/,
  /^id_/,
  /\.(?:pem|key|p12|pfx|jks|kdbx|keystore|ppk)$/,
  /^\.(?:npmrc|netrc|pypirc|git-credentials|ssh|aws|gnupg|kube)$/,
];

const outside = "it leads out of the workspace folder. Give a path inside it, such as “docs/brand.md”";

/**
 * A path as it may be joined to the folder's, and why it can't be read. Windows and macOS take capitals and small letters for
 * the same, and Windows dots and spaces at the end, streams (`:`) and short names (`~1`) as well.
 */
export function readablePath(given: string): { readonly path: string } | { readonly fault: string } {
  const parts = given.replaceAll("\\", "/").replace(/\/$/, "").split("/");
  while (parts.length > 1 && parts[0] === ".") parts.shift();
  if (parts[0] === "" || /^[a-z][a-z0-9+.-]*:/i.test(given) || parts.includes("..")) return { fault: outside };
  if (parts.some((part) => part === "" || part === ".")) return { fault: "it isn't a path" };
  // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for.
  if (parts.some((part) => /[\u0000-\u001f:*?"<>|]|[. ]$|~\d/.test(part))) {
    return { fault: "it holds characters that no path here has" };
  }
  return isPrivate(parts) ? { fault: "it is kept from agents" } : { path: parts.join("/") };
}

/** A package's conversation, what git keeps, and files that hold keys. */
function isPrivate(parts: readonly string[]): boolean {
  const names = parts.map((part) => part.toLowerCase());
  return names.some(
    (name, index) =>
      privateNames.some((pattern) => pattern.test(name)) ||
      (name.endsWith(".silverpoint") && names[index + 1] === "agent"),
  );
}
