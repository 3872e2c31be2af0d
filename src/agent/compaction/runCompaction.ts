import type { Cost, Item } from "../../archive/types.ts";
import { withCompaction } from "../../conversation/compaction/compacted.ts";
import { aboutCompaction } from "../../conversation/compaction/rewrites.ts";
import { promptSize } from "../../conversation/compaction/sizes.ts";
import { compactionCut } from "../../conversation/compaction/turnOpenings.ts";
import type { Conversation } from "../../conversation/conversation.ts";
import type { Failure } from "../../conversation/turnEnd.ts";
import { costOf } from "../../models/cost.ts";
import type { TurnEvent } from "../ports.ts";
import { mayBeBilled } from "../turnEnd.ts";
import { failureOf, faultIn, tooLarge } from "./failures.ts";
import { type ReceivedSummary, receiveSummary } from "./receiveSummary.ts";
import { type CompactionPorts, compactionRequest } from "./request.ts";

/** How it ended. `notOffered`: there was nothing to compact, or a turn was running (CMP-6). */
export type CompactionEnd =
  | { readonly kind: "compacted"; readonly noticeId: string }
  | { readonly kind: "notOffered" }
  | { readonly kind: "cancelled" }
  | { readonly kind: "failed"; readonly failure: Failure };

/**
 * Compacts the conversation with one call of the model, never a second one (CMP-3). Yields what the model sends; it has to be
 * read to its end. Only a whole summary changes anything: whatever goes wrong leaves everything as it was but one failure
 * item, a cancel not even that, and what was billed counts in every case (CMP-5). Nothing of it is kept while it runs.
 */
export async function* runCompaction(
  ports: CompactionPorts,
  conversation: Conversation,
  signal: AbortSignal,
): AsyncGenerator<TurnEvent, CompactionEnd> {
  const saved = conversation.snapshot();
  const cut = compactionCut(saved);
  if (cut === undefined || conversation.runningFrom !== undefined) return { kind: "notOffered" };
  const request = compactionRequest(ports, saved, cut);
  if (request === undefined) return failed(conversation, tooLarge);
  await ports.settle();
  if (signal.aborted) return { kind: "cancelled" };
  const received = yield* receiveSummary(ports.chatModel, request, signal);
  const cost = costFor(ports, received, signal);
  if (cost !== undefined) conversation.countAside(received.usage, cost);
  // Another conversation may have taken this one's place: it was read anew, or begun anew.
  if (signal.aborted || conversation.history !== saved.history) return { kind: "cancelled" };
  const fault = received.error === undefined ? faultIn(received) : failureOf(received.error);
  if (fault !== undefined) return failed(conversation, fault);
  let noticeId = "";
  conversation.rewrite((now, newId) => {
    noticeId = newId();
    const summary = { text: received.text, usage: received.usage, cost: cost ?? unknownCost };
    return withCompaction(now, summary, promptSize(request.systemPrompt, request.tools), noticeId);
  });
  return { kind: "compacted", noticeId };
}

const unknownCost: Cost = { kind: "unknown", atLeast: true };

/** What the call cost, as far as it is known: one that was cut off may cost more. Undefined when nothing was billed. */
function costFor(ports: CompactionPorts, received: ReceivedSummary, signal: AbortSignal): Cost | undefined {
  const { usage, reason, error } = received;
  if (usage === undefined) {
    const isSent = reason !== undefined || error === undefined || mayBeBilled(error, signal);
    return isSent ? unknownCost : undefined;
  }
  const cost = costOf(ports.chatModel.provider, ports.model, usage, ports.now(), ports.priceRows);
  return reason === undefined ? { ...cost, atLeast: true } : cost;
}

/** Shows why it failed; everything else stays as it was (CMP-5). */
export function failed(conversation: Conversation, failure: Failure): CompactionEnd {
  conversation.rewrite((saved, newId) => {
    const item: Item = { id: newId(), type: "failure", ...failure, ...aboutCompaction };
    return { ...saved, items: [...saved.items, item] };
  });
  return { kind: "failed", failure };
}
