import type { Block, Message } from "../archive/types.ts";

/** The stored result of a call that never got one (TRN-6). */
export const abortedResult = "Tool execution aborted";

/**
 * The message that answers the calls a crash or Stop left without a result, or undefined when none waits. Calls that
 * a user message already follows are past mending here: a result after it would come too late for any provider.
 * It is stored when the next turn starts (TRN-7), so that what is kept is what is sent.
 */
export function missingResults(history: readonly Message[]): Message | undefined {
  if (history.at(-1)?.role === "user") return undefined;
  const last = history.findLastIndex((message) => message.role === "assistant");
  const answered = new Set(
    history.slice(last + 1).flatMap((message) => message.content.flatMap((block) => resultOf(block) ?? [])),
  );
  const missing = (history[last]?.content ?? []).flatMap((block): Block[] =>
    block.type === "toolCall" && !answered.has(block.id)
      ? [{ type: "toolResult", callID: block.id, toolName: block.name, isError: true, content: abortedResult }]
      : [],
  );
  return missing.length === 0 ? undefined : { role: "tool", content: missing };
}

function resultOf(block: Block): string | undefined {
  return block.type === "toolResult" ? block.callID : undefined;
}
