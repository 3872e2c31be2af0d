/**
 * The journal of one package's unsaved work (PKG-13): text, one JSON record a line. It begins with a `header`; the first
 * record of a conversation or a design holds the whole, later ones what changed since. `saved` says which of the two the
 * package's files hold as it stands; `discarded` that the person gave it all up. A line that was cut off ends the journal.
 */
import * as z from "zod";

const count = z.int().nonnegative();

/** A list as the one before it: the first `keep` entries, then `add`. */
const listChange = z.object({ keep: count, add: z.array(z.unknown()) });

/** A text as the one before it: `start` UTF-16 units from its beginning, `insert`, and `end` units from its end. */
const textChange = z.object({ start: count, insert: z.string(), end: count });

const journalRecord = z.discriminatedUnion("kind", [
  z.object({
    kind: z.literal("header"),
    journal: z.literal(1),
    /** The package's URI. */
    packageUri: z.string(),
    /** Grows from journal to journal of a package: the newest counts. */
    sequence: count,
    /** The process that writes it. */
    writer: count,
    /** What tells the writer's window from others: the same again after a reload. */
    window: z.string(),
  }),
  z.object({
    kind: z.literal("conversation"),
    items: listChange,
    history: listChange,
    /** The other keys that changed, with their new values, and those that went. */
    set: z.record(z.string(), z.unknown()),
    removed: z.array(z.string()),
    /** The SHA-256 of the conversation.json that the work is based on; "" when there is none. */
    base: z.string(),
  }),
  z.object({ kind: z.literal("design"), text: textChange, base: z.string() }),
  z.object({ kind: z.literal("image"), sha256: z.string(), data: z.base64() }),
  z.object({ kind: z.literal("saved"), conversation: z.boolean(), design: z.boolean() }),
  z.object({ kind: z.literal("discarded") }),
]);

export type JournalRecord = z.infer<typeof journalRecord>;
export type ListChange = z.infer<typeof listChange>;
export type TextChange = z.infer<typeof textChange>;

export function writeRecord(record: JournalRecord): string {
  return `${JSON.stringify(record)}\n`;
}

/** The whole records from the beginning: what follows a cut or damaged line can't be trusted. */
export function readRecords(text: string): JournalRecord[] {
  const records: JournalRecord[] = [];
  for (const line of text.split("\n").slice(0, -1)) {
    const record = parse(line);
    if (!isRecord(record)) break;
    records.push(record);
  }
  return records;
}

/** Narrows the parsed object itself, because a schema's copy drops own `__proto__` keys. */
function isRecord(value: unknown): value is JournalRecord {
  return journalRecord.safeParse(value).success;
}

function parse(line: string): unknown {
  try {
    return JSON.parse(line);
  } catch {
    return undefined;
  }
}
