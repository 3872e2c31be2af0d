import { defaultMode, type WaitingMessage } from "../../src/conversation/waitingMessage.ts";

let count = 0;

/** A message with an id of its own. */
export function message(text: string, more: Partial<WaitingMessage> = {}): WaitingMessage {
  count += 1;
  return { id: `message-${count}`, text, images: [], mode: defaultMode, ...more };
}
