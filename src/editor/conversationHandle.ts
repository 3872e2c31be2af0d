import type { ConversationHandle, SendOptions, TurnOutcome } from "../api.ts";
import { hashBytes } from "../archive/images.ts";
import { asWaitingMessage, defaultMode, type ImageReference } from "../conversation/waitingMessage.ts";
import { confirmNewConversation } from "./confirmNewConversation.ts";
import { acceptImage, type ScaleImage } from "./imageEntry.ts";
import type { PackageSession } from "./session.ts";

/** The public API's view of a session. */
export function conversationHandle(session: PackageSession, scaler: () => ScaleImage | undefined): ConversationHandle {
  const { conversation, turns, onDidChange } = session;
  return {
    onDidChange,
    get packageUri() {
      return session.packageUri;
    },
    get state() {
      return turns.state === "idle" ? "idle" : "running";
    },
    get items() {
      return conversation.items;
    },
    get history() {
      return conversation.history;
    },
    get queued() {
      return conversation.queued.flatMap((entry) => asWaitingMessage(entry) ?? []);
    },
    get usage() {
      return conversation.usage;
    },
    get estimatedCost() {
      return conversation.estimatedCost;
    },
    get unreadable() {
      return session.file.unreadable;
    },
    send: (text, options) => send(session, scaler(), text, options ?? {}),
    stop: () => turns.stop(),
    answer: async (itemId) => {
      throw new Error(`No card “${itemId}” waits for an answer.`);
    },
    rate: async (itemId, rating, reasons) => session.openConversation.rate(itemId, rating, reasons ?? []),
    newConversation: async (options) => {
      if (options?.confirmed === true || (await confirmNewConversation(session)))
        await session.openConversation.startNew();
    },
    compact: async () => ({ kind: "notOffered", reason: "This version doesn't compact conversations." }),
  };
}

async function send(
  session: PackageSession,
  scale: ScaleImage | undefined,
  text: string,
  options: SendOptions,
): Promise<TurnOutcome> {
  const images: ImageReference[] = [];
  for (const { data } of options.images ?? []) {
    const { mimeType, bytes } = await acceptImage(data.slice(), scale);
    const sha256 = await hashBytes(bytes);
    session.file.addImage(sha256, bytes);
    images.push({ sha256, mimeType });
  }
  if (text.trim() === "" && images.length === 0) throw new Error("A message needs a text or an image.");
  return session.send({ id: crypto.randomUUID(), text, images, mode: options.mode ?? defaultMode });
}
