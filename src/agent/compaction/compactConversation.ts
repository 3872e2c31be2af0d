import type { Conversation } from "../../conversation/conversation.ts";
import { failureOf } from "./failures.ts";
import type { CompactionPorts } from "./request.ts";
import { type CompactionEnd, failed, runCompaction } from "./runCompaction.ts";

/** What a compaction needs of those who run turns. */
export interface CompactionOptions {
  readonly conversation: Conversation;
  /** Chooses the model. Throws, with what to do, when there is none. */
  readonly ports: () => Promise<CompactionPorts>;
  /** A piece of the summary arrived. */
  readonly onProgress: () => void;
}

/** Compacts a conversation from its beginning to its end (CMP-3). Never rejects: what is thrown is a failure like any other. */
export async function compactConversation(
  { conversation, ports, onProgress }: CompactionOptions,
  signal: AbortSignal,
): Promise<CompactionEnd> {
  try {
    const run = runCompaction(await ports(), conversation, signal);
    for (;;) {
      const step = await run.next();
      if (step.done === true) return step.value;
      onProgress();
    }
  } catch (error) {
    return signal.aborted ? { kind: "cancelled" } : failed(conversation, failureOf(error));
  }
}
