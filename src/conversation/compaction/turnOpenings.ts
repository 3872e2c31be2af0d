import type { ArchivedConversation, Message, SentFact } from "../../archive/types.ts";

/** What the message that holds a summary opens with (CMP-3). */
const summaryHeading = "# Conversation so far\n\n";

/** How many turns a compaction leaves as they are (CMP-3). */
export const keptTurns = 2;

type History = Pick<ArchivedConversation, "history" | "sentFacts">;

/** The message that stands for the turns of a summary: one text block (CMP-3). */
export function summaryMessage(summary: string): Message {
  return { role: "user", content: [{ type: "text", text: summaryHeading + summary }] };
}

/** Whether a history begins with the summary of an earlier compaction. */
export function hasSummary([first]: readonly Message[]): boolean {
  const block = first?.content[0];
  return first?.role === "user" && block?.type === "text" && block.text.startsWith(summaryHeading);
}

/**
 * The records of the turns, in order: each names the message that opens its turn, and turn n runs to the next one. A record
 * that names no message of the person's is none, and neither is one in the middle of calls and their results. Where none is recorded, every message of the person's opens a turn that
 * doesn't directly follow a tool message. The summary of a compaction opens none.
 */
export function turnOpenings({ history, sentFacts }: History): readonly SentFact[] {
  const first = hasSummary(history) ? 1 : 0;
  const recorded = [...new Map(sentFacts.map((fact) => [fact.message, fact])).values()]
    .filter(({ message }) => message >= first && history[message]?.role === "user" && !isAmidCalls(history, message))
    .toSorted((a, b) => a.message - b.message);
  if (recorded.length > 0) return recorded;
  return history.flatMap(({ role }, message): SentFact[] => {
    const isOpening = message >= first && role === "user" && history[message - 1]?.role !== "tool";
    return isOpening ? [{ message }] : [];
  });
}

/** Whether a call of the response before this message has its result behind it: the two are never parted (CMP-3). */
function isAmidCalls(history: readonly Message[], message: number): boolean {
  let response = message - 1;
  while (response >= 0 && history[response]?.role !== "assistant") response -= 1;
  const blocks = history[response]?.content ?? [];
  const calls = new Set(blocks.flatMap((block) => (block.type === "toolCall" ? [block.id] : [])));
  if (calls.size === 0) return false;
  for (let next = message; next < history.length && history[next]?.role !== "assistant"; next += 1) {
    const results = history[next]?.content ?? [];
    if (results.some((block) => block.type === "toolResult" && calls.has(block.callID))) return true;
  }
  return false;
}

/** Where the last two turns begin, which a compaction keeps; undefined where there are no more than these (CMP-6). */
export function compactionCut(conversation: History): number | undefined {
  const openings = turnOpenings(conversation);
  return openings.length > keptTurns ? openings.at(-keptTurns)?.message : undefined;
}
