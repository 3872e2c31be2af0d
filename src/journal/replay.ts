import { applyConversationChange, applyTextChange } from "./differences.ts";
import { type JournalRecord, readRecords } from "./records.ts";

/** A conversation as JSON, unchecked: it comes from a file. */
export type UncheckedConversation = Readonly<Record<string, unknown>>;

/** Unsaved work as a journal holds it. What is undefined didn't change since the last save. */
export interface UnsavedWork {
  readonly conversation: UnsavedConversation | undefined;
  /** `base` is the SHA-256 of the document.json that the text was based on. */
  readonly design: { readonly text: string; readonly base: string } | undefined;
  /** Images that may not be on disk yet, by SHA-256, in Base64. */
  readonly images: ReadonlyMap<string, string>;
}

export interface UnsavedConversation {
  readonly value: UncheckedConversation;
  /** The SHA-256 of the conversation.json that it was based on. */
  readonly base: string;
  /** What it was before, oldest first: a save that was cut short may have stored one of these. */
  readonly earlier: () => Iterable<UncheckedConversation>;
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
  const conversation = lastUnsaved(records, "conversation");
  const design = lastUnsaved(records, "design");
  if (conversation === undefined && design === undefined) return undefined;
  const images = records.flatMap((record): [string, string][] =>
    record.kind === "image" ? [[record.sha256, record.data]] : [],
  );
  return {
    conversation:
      conversation && unsavedConversation(records.slice(0, conversation.index + 1), conversation.record.base),
    design: design && unsavedDesign(records.slice(0, design.index + 1), design.record.base),
    images: new Map(images),
  };
}

/** The last record of a kind, unless what it says was saved or discarded after it. */
function lastUnsaved<K extends "conversation" | "design">(records: readonly JournalRecord[], kind: K) {
  const index = records.findLastIndex((record) => record.kind === kind);
  const record = records[index];
  const settled = records
    .slice(index + 1)
    .some((later) => later.kind === "discarded" || (later.kind === "saved" && later[kind]));
  return record?.kind === kind && !settled
    ? { index, record: record as Extract<JournalRecord, { kind: K }> }
    : undefined;
}

function unsavedConversation(records: readonly JournalRecord[], base: string): UnsavedConversation | undefined {
  let value: UncheckedConversation | undefined;
  for (const state of conversationStates(records)) value = state;
  return value && { value, base, earlier: () => conversationStates(records.slice(0, -1)) };
}

function* conversationStates(records: readonly JournalRecord[]): Generator<UncheckedConversation> {
  let value: UncheckedConversation | undefined = {};
  for (const record of records) {
    if (record.kind !== "conversation") continue;
    value = applyConversationChange(value, record);
    if (value === undefined) return;
    yield value;
  }
}

function unsavedDesign(records: readonly JournalRecord[], base: string): UnsavedWork["design"] {
  let text: string | undefined = "";
  for (const record of records) {
    if (record.kind === "design" && text !== undefined) text = applyTextChange(text, record.text);
  }
  return text === undefined ? undefined : { text, base };
}
