import * as l10n from "@vscode/l10n";
import type { ConversationHandle, SendOptions, TurnOutcome } from "../api.ts";
import { hashBytes } from "../archive/images.ts";
import { asWaitingMessage, type ImageReference } from "../conversation/waitingMessage.ts";
import { confirmNewConversation } from "./confirmNewConversation.ts";
import { acceptImage, type ScaleImage } from "./imageEntry.ts";
import { type AskPerson, compact } from "./makingRoom.ts";
import type { NextModel } from "./roomOffers.ts";
import type { PackageSession } from "./session.ts";

/** What the public API needs besides a session. */
export interface HandleSurroundings {
  readonly scaler: () => ScaleImage | undefined;
  readonly next: NextModel;
  /** Shows the package's editor, and in it what would be done. */
  readonly ask: AskPerson;
}

/** The public API's view of a session. */
export function conversationHandle(session: PackageSession, surroundings: HandleSurroundings): ConversationHandle {
  const { conversation, turns, onDidChange } = session;
  return {
    onDidChange,
    get packageUri() {
      return session.packageUri;
    },
    get state() {
      if (turns.state === "idle") return "idle";
      if (turns.isCompacting) return "compacting";
      return turns.retry === undefined ? "running" : "retrying";
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
    send: (text, options) => send(session, surroundings.scaler(), text, options ?? {}),
    stop: () => turns.stop(),
    answer: (itemId, answer) => session.answerCard(itemId, answer),
    rate: async (itemId, rating, reasons) => session.openConversation.rate(itemId, rating, reasons ?? []),
    newConversation: async (options) => {
      if (options?.confirmed === true || (await confirmNewConversation(session)))
        await session.openConversation.startNew();
    },
    compact: (options) =>
      compact(session, surroundings.next, options?.confirmed === true ? undefined : surroundings.ask).catch(
        (error: unknown) => ({ kind: "failed", reason: error instanceof Error ? error.message : String(error) }),
      ),
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
  if (text.trim() === "" && images.length === 0) throw new Error(l10n.t("A message needs a text or an image."));
  return session.send({ id: crypto.randomUUID(), text, images, mode: options.mode ?? session.openConversation.mode });
}
