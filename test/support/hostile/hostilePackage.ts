import type { ImageFault, ReadOutcome } from "../../../src/archive/index.ts";
import { readExample } from "../caseFolders.ts";
import { changed, type JsonPath } from "../jsonPaths.ts";

/** A package that someone may be sent, and what reading it must give. */
export interface HostilePackage {
  readonly name: string;
  readonly kind: ReadOutcome["kind"];
  /** Words of the reason when it is unreadable; else why an image of it can't be shown. Undefined: any. */
  readonly says: string | undefined;
  /** By path in the package. Made when asked for: some are large. */
  readonly files: () => Map<string, Uint8Array>;
  /** Symbolic links by path in the package; each points at a file or folder outside that holds `secret`. */
  readonly links: readonly string[];
}

export const secret = "the content of a file outside of the package";
export const utf8 = (text: string) => new TextEncoder().encode(text);
export const exampleText = new TextDecoder().decode(readExample());
export const exampleValue = (): Record<string, unknown> => JSON.parse(exampleText);

const conversationPath = "agent/conversation.json";

export function unreadable(name: string, reason: string, bytes: () => Uint8Array | string): HostilePackage {
  return withConversation(name, "unreadable", reason, bytes);
}

export function readable(name: string, bytes: () => Uint8Array | string): HostilePackage {
  // The example shows one image of which no test has the bytes.
  return withConversation(name, "conversation", "missing", bytes);
}

/** The example with what stands at a path replaced; undefined takes it away. */
export function unreadableAt(name: string, reason: string, path: JsonPath, value: unknown): HostilePackage {
  return unreadable(name, reason, () => JSON.stringify(changed(exampleValue(), path, value)));
}

export function readableAt(name: string, path: JsonPath, value: unknown): HostilePackage {
  return readable(name, () => JSON.stringify(changed(exampleValue(), path, value)));
}

/** The example with a text of the file replaced by another, which JSON.stringify would not write. */
export function spelled(text: string, other: string): string {
  if (!exampleText.includes(text)) throw new Error(`The example has no ${text}`);
  return exampleText.replace(text, other);
}

/** A conversation that shows one image under this name, with other files and links beside it. */
export function showing(
  name: string,
  cause: ImageFault | "",
  sha256: string,
  files: Readonly<Record<string, Uint8Array>> = {},
  links: readonly string[] = [],
): HostilePackage {
  const content = [{ type: "image", sha256, mimeType: "image/png" }];
  const text = JSON.stringify({ formatVersion: 1, history: [{ role: "user", content }] });
  const found = withConversation(name, "conversation", cause, () => text);
  return { ...found, links, files: () => new Map([...found.files(), ...Object.entries(files)]) };
}

export function withConversation(
  name: string,
  kind: ReadOutcome["kind"],
  says: string,
  bytes: () => Uint8Array | string,
  document = "{}\n",
): HostilePackage {
  const files = () => {
    const made = bytes();
    return new Map([
      ["document.json", utf8(document)],
      [conversationPath, typeof made === "string" ? utf8(made) : made],
    ]);
  };
  return { name, kind, says, files, links: [] };
}
