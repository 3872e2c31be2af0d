/**
 * Tool results that were taken out of the history to save room, as they were (CMP-8). They belong to the conversation, whose
 * value holds them under a key of their own, and stand in a file of their own: `agent/reclaimed.json`.
 */

import { isBase64, resultText } from "./blocks.ts";
import { canonicalText, encodeCanonicalJson } from "./canonicalJson.ts";
import { parseJsonBytes } from "./jsonText.ts";
import type { ArchivedConversation, ToolResultBlock } from "./types.ts";

/** The result of one call. One of `content` and `contentBase64` is there, as in the history. Ids may repeat. */
export interface ReclaimedResult {
  readonly callID: string;
  readonly toolName: string;
  readonly content?: string;
  readonly contentBase64?: string;
}

export const reclaimedName = "reclaimed.json";

/** What `agent/reclaimed.json` may take, in bytes; exactly so many still fit. */
export const reclaimedCapBytes = 20_971_520;

/** The results that were put aside, oldest first. Anything else under the key is none of ours. */
export function reclaimedResults({ reclaimed }: ArchivedConversation): readonly ReclaimedResult[] {
  return isReclaimedList(reclaimed) ? reclaimed : [];
}

/** The conversation with these results put aside, and no others. */
export function withReclaimedResults(
  conversation: ArchivedConversation,
  results: readonly ReclaimedResult[],
): ArchivedConversation {
  return results.length === 0 ? withoutReclaimed(conversation) : { ...conversation, reclaimed: results };
}

/** The conversation as conversation.json holds it. A key of somebody else's with that name stays. */
export function withoutReclaimed(conversation: ArchivedConversation): ArchivedConversation {
  if (!isReclaimedList(conversation.reclaimed)) {
    return conversation;
  }
  const { reclaimed: _, ...stored } = conversation;
  return stored as ArchivedConversation;
}

/** The result of a call as it is put aside. */
export function reclaimedResult({ callID, toolName, content, contentBase64 }: ToolResultBlock): ReclaimedResult {
  return contentBase64 === undefined
    ? { callID, toolName, content: content ?? "" }
    : { callID, toolName, contentBase64 };
}

/**
 * What was put aside under an id, as text; undefined where there is nothing. Some models number their calls anew in each
 * answer: then all results of that id are given, oldest first, so that none is lost.
 */
export function findReclaimed(conversation: ArchivedConversation, callID: string): string | undefined {
  const found = reclaimedResults(conversation).filter((result) => result.callID === callID);
  const [only] = found;
  if (found.length <= 1) {
    return only && textOf(only);
  }
  const numbered = found.map((result, index) => `# Result ${index + 1}, of ${result.toolName}\n${textOf(result)}`);
  return `${found.length} results have this ID, oldest first.\n\n${numbered.join("\n\n")}`;
}

/** The newest results whose file is within the cap. The same list where all fit. */
export function capReclaimed(
  results: readonly ReclaimedResult[],
  capBytes = reclaimedCapBytes,
): readonly ReclaimedResult[] {
  let size = encodeReclaimed([]).length + emptyListGrowth;
  for (let index = results.length - 1; index >= 0; index -= 1) {
    size += new TextEncoder().encode(canonicalText(results[index], entryLine)).length + entryLine.length + 1;
    // The last entry has no comma.
    if (size - 1 > capBytes) {
      return results.slice(index + 1);
    }
  }
  return results;
}

const entryLine = "\n    ";
/** A list with entries closes on a line of its own. */
const emptyListGrowth = "\n  ".length;

/** The bytes of reclaimed.json, in the same layout as conversation.json (FMT-3). */
export function encodeReclaimed(results: readonly ReclaimedResult[]): Uint8Array {
  return encodeCanonicalJson({ formatVersion: 1, results });
}

/** What a reclaimed.json says; undefined where it can't be read, which keeps no conversation from being opened. */
export function decodeReclaimed(bytes: Uint8Array): readonly ReclaimedResult[] | undefined {
  const parsed = parseJsonBytes(bytes);
  if ("reason" in parsed || !isRecord(parsed.value)) {
    return undefined;
  }
  const { formatVersion, results } = parsed.value;
  return formatVersion === 1 && isReclaimedList(results) ? results : undefined;
}

function textOf(result: ReclaimedResult): string {
  return resultText({ ...result, type: "toolResult", isError: false });
}

function isReclaimedList(value: unknown): value is readonly ReclaimedResult[] {
  return Array.isArray(value) && value.every(isReclaimedResult);
}

function isReclaimedResult(value: unknown): boolean {
  if (!isRecord(value) || typeof value.callID !== "string" || typeof value.toolName !== "string") {
    return false;
  }
  const { content, contentBase64 } = value;
  return contentBase64 === undefined
    ? typeof content === "string"
    : content === undefined && typeof contentBase64 === "string" && isBase64(contentBase64);
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
