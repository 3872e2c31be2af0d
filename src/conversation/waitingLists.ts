import type { ArchivedConversation } from "../archive/types.ts";
import { asWaitingMessage, type WaitingMessage } from "./waitingMessage.ts";

/**
 * The conversation with a queued or handed-back message changed, or taken out (undefined). The same value when none has
 * this id. Where an id repeats, the first one is meant (FMT-12).
 */
export function changeWaiting(
  saved: ArchivedConversation,
  id: string,
  change: (message: WaitingMessage) => WaitingMessage | undefined,
): ArchivedConversation {
  for (const key of ["queued", "unsent"] as const) {
    const index = saved[key].findIndex((entry) => asWaitingMessage(entry)?.id === id);
    const message = asWaitingMessage(saved[key][index]);
    if (message === undefined) continue;
    return { ...saved, [key]: saved[key].toSpliced(index, 1, ...[change(message) ?? []].flat()) };
  }
  return saved;
}
