import { applyConversationChange, applyTextChange } from "./differences.ts";
import { type JournalRecord, readRecords } from "./records.ts";

/** Unsaved work as a journal holds it. What is undefined didn't change since the last save. */
export interface UnsavedWork {
  /** The conversation as JSON, unchecked; `base` is the SHA-256 of the file that it was based on. */
  readonly conversation: { readonly value: Readonly<Record<string, unknown>>; readonly base: string } | undefined;
  readonly design: { readonly text: string; readonly base: string } | undefined;
  /** Images that may not be on disk yet, by SHA-256, in Base64. */
  readonly images: ReadonlyMap<string, string>;
}

export interface ReplayedJournal {
  readonly packageUri: string;
  readonly sequence: number;
  readonly writer: number;
  readonly window: string;
  /** Undefined when all of it was saved or discarded, or nothing was written. */
  readonly work: UnsavedWork | undefined;
}

/** What a journal says, as far as it is whole; undefined when it isn't one. */
export function replayJournal(text: string): ReplayedJournal | undefined {
  const [header, ...records] = readRecords(text);
  if (header?.kind !== "header") return undefined;
  const { packageUri, sequence, writer, window } = header;
  return { packageUri, sequence, writer, window, work: replay(records) };
}

function replay(records: readonly JournalRecord[]): UnsavedWork | undefined {
  let conversation: Record<string, unknown> | undefined;
  let design: string | undefined;
  let unsavedConversation: UnsavedWork["conversation"];
  let unsavedDesign: UnsavedWork["design"];
  const images = new Map<string, string>();
  for (const record of records) {
    switch (record.kind) {
      case "conversation": {
        const value = applyConversationChange(conversation ?? {}, record);
        if (value === undefined) return workOf(unsavedConversation, unsavedDesign, images);
        conversation = value;
        unsavedConversation = { value, base: record.base };
        break;
      }
      case "design": {
        const text = applyTextChange(design ?? "", record.text);
        if (text === undefined) return workOf(unsavedConversation, unsavedDesign, images);
        design = text;
        unsavedDesign = { text, base: record.base };
        break;
      }
      case "image":
        images.set(record.sha256, record.data);
        break;
      case "saved":
        if (record.conversation) unsavedConversation = undefined;
        if (record.design) unsavedDesign = undefined;
        break;
      case "discarded":
        unsavedConversation = undefined;
        unsavedDesign = undefined;
        break;
      case "header":
        return workOf(unsavedConversation, unsavedDesign, images);
    }
  }
  return workOf(unsavedConversation, unsavedDesign, images);
}

function workOf(
  conversation: UnsavedWork["conversation"],
  design: UnsavedWork["design"],
  images: UnsavedWork["images"],
): UnsavedWork | undefined {
  return conversation === undefined && design === undefined ? undefined : { conversation, design, images };
}
