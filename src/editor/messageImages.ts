import * as l10n from "@vscode/l10n";
import { hashBytes, imageReferences } from "../archive/images.ts";
import type { Conversation } from "../conversation/conversation.ts";
import { readImageFacts } from "../conversation/imageSize.ts";
import type { ImageReference } from "../conversation/waitingMessage.ts";
import type { ConversationFile } from "./conversationFile.ts";
import { acceptImage, type EnteringImage, ImageRefusal, type ScaleImage } from "./imageEntry.ts";
import type { KeptDrafts } from "./keptDrafts.ts";

/** How many images one message can have. */
export const imageLimit = 20;

/** Whose images they are. */
interface ImageOwner {
  readonly packageUri: { toString(): string };
  readonly conversation: Conversation;
  readonly file: ConversationFile;
}

/**
 * The images of the messages that one view writes. An image enters when it is added and not when it is sent, so that what
 * is shown, kept with the draft and sent are the same bytes (IMG-5, PKG-7).
 */
export class MessageImages {
  readonly #owner: ImageOwner;
  readonly #drafts: KeptDrafts;
  readonly #entered = new Set<string>();

  constructor(owner: ImageOwner, drafts: KeptDrafts) {
    this.#owner = owner;
    this.#drafts = drafts;
  }

  /** Takes an image in; throws, saying why, when it can't be sent. */
  async enter(bytes: Uint8Array, scale: ScaleImage | undefined): Promise<string> {
    const image = await acceptImage(bytes, scale).catch((error: unknown) => {
      throw new Error(refusalWords(error), { cause: error });
    });
    const sha256 = await hashBytes(image.bytes);
    this.#owner.file.addImage(sha256, image.bytes);
    await this.note(sha256);
    return sha256;
  }

  /** An image that the session has is about to be part of a message. */
  async note(sha256: string): Promise<void> {
    this.#entered.add(sha256);
    const bytes = this.#owner.file.image(sha256);
    if (bytes !== undefined) await this.#drafts.keepImage(this.#owner, sha256, bytes);
  }

  /** An image that may be shown; undefined for one that nothing here names, or whose bytes are gone. */
  async read(sha256: string): Promise<EnteringImage | undefined> {
    const bytes = this.#isNamed(sha256) ? await this.#bytes(sha256) : undefined;
    const facts = bytes && readImageFacts(bytes);
    return bytes && facts && { mimeType: facts.mimeType, bytes };
  }

  /**
   * A message's images as it names them. Those that it has already stay as they are, whether or not their bytes are there;
   * throws when another one is gone, or when they are too many.
   */
  async references(images: readonly string[], own: readonly ImageReference[] = []): Promise<readonly ImageReference[]> {
    if (images.length > imageLimit) {
      throw new Error(l10n.t("A message can have {0} images at most.", imageLimit));
    }
    return Promise.all(
      images.map(async (sha256) => {
        const known = own.find((image) => image.sha256 === sha256);
        if (known !== undefined) return known;
        const image = await this.read(sha256);
        if (image === undefined)
          throw new Error(l10n.t("An image of this message is no longer there. Remove it first."));
        return { sha256, mimeType: image.mimeType };
      }),
    );
  }

  /** A draft's image outlives the host; the session has it again once it was asked for. */
  async #bytes(sha256: string): Promise<Uint8Array | undefined> {
    const { file } = this.#owner;
    const known = file.image(sha256);
    if (known !== undefined) return known;
    const kept = await this.#drafts.image(sha256);
    if (kept !== undefined) file.addImage(sha256, kept);
    return kept;
  }

  #isNamed(sha256: string): boolean {
    if (this.#entered.has(sha256)) return true;
    if (this.#drafts.of(this.#owner)?.images?.some((image) => image.sha256 === sha256)) return true;
    const { conversation } = this.#owner;
    return (
      conversation.items.some(({ images }) => Array.isArray(images) && images.includes(sha256)) ||
      imageReferences(conversation.snapshot()).some((image) => image.sha256 === sha256)
    );
  }
}

function refusalWords(error: unknown): string {
  if (!(error instanceof ImageRefusal)) {
    return l10n.t("The image can't be scaled: it is damaged, or too large to be drawn.");
  }
  switch (error.kind) {
    case "noImage":
      return l10n.t("The image can't be sent: it is no PNG, JPEG, GIF or WebP image.");
    case "empty":
      return l10n.t("The image can't be sent: it has no pixels.");
    case "tooLarge":
      return l10n.t("The image can't be sent: it stays larger than 3.75 MiB.");
  }
}
