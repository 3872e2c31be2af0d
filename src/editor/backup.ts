/**
 * What hot exit keeps of a package until it is saved: one JSON file at the place VS Code names, holding only what
 * differs from the files on disk. Bytes are in Base64.
 */
import * as z from "zod";
import { type AgentFolder, type ReadOutcome, readArchive } from "../archive/index.ts";

export interface Backup {
  readonly designText: string | undefined;
  /** `conversation.json` as it would be saved; undefined when the one on disk is the one that counts. */
  readonly conversation: Uint8Array | undefined;
  /** The images that aren't on disk yet, by SHA-256. */
  readonly images: ReadonlyMap<string, Uint8Array>;
}

const backupFile = z.object({
  silverpointBackup: z.literal(1),
  designText: z.optional(z.string()),
  conversation: z.optional(z.base64()),
  images: z.record(z.string(), z.base64()),
});

export function encodeBackup(backup: Backup): Uint8Array {
  const file: z.infer<typeof backupFile> = {
    silverpointBackup: 1,
    images: Object.fromEntries([...backup.images].map(([sha256, bytes]) => [sha256, toBase64(bytes)])),
  };
  if (backup.designText !== undefined) file.designText = backup.designText;
  if (backup.conversation !== undefined) file.conversation = toBase64(backup.conversation);
  return new TextEncoder().encode(JSON.stringify(file));
}

/** The backup in a file; undefined when it is no whole backup of ours. */
export function decodeBackup(bytes: Uint8Array): Backup | undefined {
  let value: unknown;
  try {
    value = JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(bytes));
  } catch {
    return undefined;
  }
  const file = backupFile.safeParse(value);
  if (!file.success) return undefined;
  const { designText, conversation, images } = file.data;
  return {
    designText,
    conversation: conversation === undefined ? undefined : fromBase64(conversation),
    images: new Map(Object.entries(images).map(([sha256, text]) => [sha256, fromBase64(text)])),
  };
}

/** The conversation of a backup. `images` are the backup's and those of the package's own folder, by SHA-256. */
export function readBackedUp(
  conversation: Uint8Array,
  images: Iterable<readonly [string, Uint8Array]>,
): Promise<ReadOutcome> {
  const folder: AgentFolder = new Map([
    ["conversation.json", conversation],
    ...Array.from(images, ([sha256, bytes]): [string, Uint8Array] => [`images/${sha256}.png`, bytes]),
  ]);
  return readArchive(folder);
}

function toBase64(bytes: Uint8Array): string {
  return Buffer.from(bytes).toString("base64");
}

function fromBase64(text: string): Uint8Array {
  return new Uint8Array(Buffer.from(text, "base64"));
}
