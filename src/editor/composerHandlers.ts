import * as l10n from "@vscode/l10n";
import { decodeBase64, encodeBase64 } from "../archive/base64.ts";
import type { WaitingMessage } from "../conversation/waitingMessage.ts";
import type { CallHandlers, DraftImage } from "../protocol/index.ts";
import type { ScaleImage } from "./imageEntry.ts";
import type { KeptDrafts } from "./keptDrafts.ts";
import { MessageImages } from "./messageImages.ts";
import type { PackageSession } from "./session.ts";

/** What the composer of one view works on. */
export interface ComposerParts {
  readonly session: PackageSession;
  readonly drafts: KeptDrafts;
  readonly scale: ScaleImage;
  /** Why nothing can be sent now. */
  readonly blocked: () => { readonly text: string } | undefined;
  /** Compares with the disk; resolves to whether the message still is to go out. */
  readonly prepare: () => Promise<boolean>;
  readonly warn: (line: string) => void;
}

type ComposerCall =
  | "send"
  | "sendUnsent"
  | "editQueued"
  | "readImage"
  | "enterImage"
  | "drawSelection"
  | "readSentMessages"
  | "retryTurn"
  | "reviseMessage";

export type ComposerHandlers = Pick<CallHandlers, ComposerCall>;

/** How many sent messages one answer holds. */
const pageLength = 50;

/** Pixels of a picture of the selection for each unit of the design; the panel draws no picture larger than is sent. */
const pictureScale = 2;

/** What the host does for the composer: sending, images, what was said before, the last turn again. */
export function composerHandlers(parts: ComposerParts): ComposerHandlers {
  const { session, drafts, scale } = parts;
  const { conversation, turns, openConversation } = session;
  const images = new MessageImages(session, drafts);
  return {
    send: async ({ text, images: shown = [] }) =>
      send(parts, {
        id: crypto.randomUUID(),
        text,
        images: await images.references(shown),
        mode: openConversation.mode,
      }),
    sendUnsent: async ({ id, text, images: shown }) => {
      const message = conversation.findWaiting(id);
      if (message === undefined) throw new Error(l10n.t("This message was already sent or dismissed."));
      const references = shown === undefined ? message.images : await images.references(shown, message.images);
      return send(parts, { ...message, text, images: references });
    },
    editQueued: async ({ id, text, images: shown }) => {
      const own = conversation.findWaiting(id)?.images ?? [];
      const references = shown === undefined ? undefined : await images.references(shown, own);
      turns.changeWaiting(id, (message) => ({ ...message, text, images: references ?? message.images }));
      return {};
    },
    readImage: async ({ sha256 }) => {
      const image = await images.read(sha256);
      return image === undefined ? {} : { image: { mimeType: image.mimeType, data: encodeBase64(image.bytes) } };
    },
    enterImage: async ({ name, image }) => ({ name, sha256: await images.enter(decodeBase64(image.data), scale) }),
    drawSelection: async ({ nodes }) => {
      const drawn: DraftImage[] = [];
      for (const { id, name } of nodes) {
        const { sha256 } = await session.openDesign.picture(id, pictureScale);
        await images.note(sha256);
        drawn.push({ sha256, name });
      }
      return { images: drawn };
    },
    readSentMessages: ({ skip }) => sentMessages(session, skip),
    retryTurn: async () => {
      refuseUnlessLast(parts);
      const blocked = parts.blocked();
      if (blocked !== undefined) throw new Error(blocked.text);
      if (!(await parts.prepare())) return { accepted: false };
      const running = turns.retryTurn(openConversation.mode);
      if (running === undefined) refuseUnlessLast(parts);
      running?.catch((error: unknown) => parts.warn(String(error)));
      return { accepted: true };
    },
    reviseMessage: async () => {
      refuseUnlessLast(parts);
      if (!turns.reviseMessage()) refuseUnlessLast(parts);
      return {};
    },
  };
}

/** Accepts what can be sent now. The outcome shows in the panel, where a turn reports its failures as items. */
async function send(parts: ComposerParts, message: WaitingMessage): Promise<{ accepted: boolean }> {
  const isNothing = message.text.trim() === "" && message.images.length === 0;
  if (isNothing || parts.blocked() !== undefined) return { accepted: false };
  if (!(await parts.prepare())) return { accepted: false };
  parts.session.turns.send(message).catch((error: unknown) => parts.warn(String(error)));
  return { accepted: true };
}

function refuseUnlessLast({ session }: ComposerParts): void {
  if (!session.writable) throw new Error(l10n.t("The conversation is read-only in this view."));
  if (session.turns.state !== "idle") throw new Error(l10n.t("The agent is still working on the last message."));
  if (!session.turns.canRetry) throw new Error(l10n.t("There is no last message that could be taken back."));
}

/** The person's messages, newest first. Only images that are still there come back with them. */
function sentMessages({ conversation, file }: PackageSession, skip: number) {
  const sent = conversation.items.filter(({ type }) => type === "user").toReversed();
  const page = sent.slice(skip, skip + pageLength).map(({ text = "", images }) => ({
    text,
    images: (Array.isArray(images) ? images : []).flatMap((sha256: unknown): DraftImage[] =>
      typeof sha256 === "string" && file.image(sha256) !== undefined ? [{ sha256, name: "" }] : [],
    ),
  }));
  return { messages: page, more: sent.length > skip + pageLength };
}
