import { decodeBase64 } from "../archive/base64.ts";
import { emptyConversation } from "../archive/defaults.ts";
import { hashBytes } from "../archive/images.ts";
import { type AgentFolder, type ArchivedConversation, type ReadOutcome, readArchive } from "../archive/index.ts";
import { decodeConversation } from "../archive/read.ts";
import type { UncheckedConversation, UnsavedWork } from "../journal/replay.ts";
import type { ConversationFile } from "./conversationFile.ts";

/** What an earlier session left unsaved, ready to go on with. */
export interface RestoredConversation {
  readonly conversation: ArchivedConversation;
  /** The file isn't the one that it was based on: somebody else has changed it since (PKG-13). */
  readonly conflicts: boolean;
}

/**
 * Takes up the conversation of a journal, with the images of the journal and of the package's own folder. Undefined when
 * it can't be read: then the one on disk counts.
 * `saved` is what the file holds.
 */
export async function restoreConversation(
  work: UnsavedWork,
  file: ConversationFile,
  saved: ArchivedConversation | undefined,
): Promise<RestoredConversation | undefined> {
  if (work.conversation === undefined) return undefined;
  for (const [sha256, data] of work.images) file.addImage(sha256, decodeBase64(data));
  const { value, base, earlier } = work.conversation;
  const decoded = decodeConversation(new TextEncoder().encode(JSON.stringify(value)));
  if (decoded.kind === "unreadable") return undefined;
  // The conversation on disk may be another one by now, which doesn't show them; out of reach, they keep their hashes (COM-3).
  await file.findImages(decoded.conversation).catch(() => undefined);
  const outcome = await read(value, file);
  if (file.unreachable !== undefined) {
    file.assumeBase(base);
    return {
      conversation: outcome.kind === "conversation" ? outcome.conversation : emptyConversation,
      conflicts: false,
    };
  }
  const onDisk = await file.base();
  const conflicts =
    base !== onDisk &&
    !(await anyIs(
      onDisk,
      file,
      [...earlier(), value].filter((state) => isLike(state, saved)),
    ));
  return { conversation: outcome.kind === "conversation" ? outcome.conversation : emptyConversation, conflicts };
}

/** Whether the file holds one of these: a save that was cut short got as far as that. */
async function anyIs(
  onDisk: string,
  file: ConversationFile,
  states: Iterable<UncheckedConversation>,
): Promise<boolean> {
  for (const state of states) {
    const outcome = await read(state, file);
    if (outcome.kind !== "conversation") continue;
    if ((await hashBytes(file.encode(outcome.conversation))) === onDisk) return true;
  }
  return false;
}

/** Whether a state can be the one on disk at all: a long journal has hundreds, and encoding each takes its time. */
function isLike(state: UncheckedConversation, saved: ArchivedConversation | undefined): boolean {
  const { items, history } = state;
  if (saved === undefined || !Array.isArray(items) || !Array.isArray(history)) return false;
  const last: unknown = items.at(-1);
  const id = typeof last === "object" && last !== null && "id" in last ? last.id : undefined;
  return (
    items.length === saved.items.length && history.length === saved.history.length && id === saved.items.at(-1)?.id
  );
}

function read(value: UncheckedConversation, file: ConversationFile): Promise<ReadOutcome> {
  const images = [...file.images].map(([sha256, bytes]): [string, Uint8Array] => [`images/${sha256}.png`, bytes]);
  const conversation = new TextEncoder().encode(JSON.stringify(value));
  const folder: AgentFolder = new Map([["conversation.json", conversation], ...images]);
  return readArchive(folder);
}
