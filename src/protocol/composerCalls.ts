/** What the composer asks of the host besides sending: images that enter a message, what was said before, the last turn again. */
import * as z from "zod/mini";
import { draftImage } from "./composerDraft.ts";

const accepted = z.object({ accepted: z.boolean() });
const none = z.object({});

export const composerCalls = {
  /**
   * An image that the conversation, its draft or a waiting message names, by its SHA-256; without `image` its bytes are no
   * longer there.
   */
  readImage: {
    input: z.object({ sha256: z.string() }),
    output: z.object({ image: z.optional(z.object({ mimeType: z.string(), data: z.string() })) }),
  },
  /** Makes an image acceptable to every provider and keeps it for the message that is being written (IMG-5). */
  enterImage: {
    input: z.object({ name: z.string(), image: z.object({ mimeType: z.string(), data: z.string() }) }),
    output: draftImage,
  },
  /** Draws what is selected and keeps the pictures for the message that is being written (DOC-3). */
  drawSelection: {
    input: z.object({ nodes: z.array(z.object({ id: z.string(), name: z.string() })) }),
    output: z.object({ images: z.array(draftImage) }),
  },
  /** Messages of the person, newest first, after leaving out so many. `more`: there are older ones. */
  readSentMessages: {
    input: z.object({ skip: z.number().check(z.int(), z.nonnegative()) }),
    output: z.object({
      messages: z.array(z.object({ text: z.string(), images: z.array(draftImage) })),
      more: z.boolean(),
    }),
  },
  /** Takes the last turn back and sends its message again, in the mode that is chosen now. */
  retryTurn: { input: none, output: accepted },
  /** Takes the last turn back and hands its message back to the composer. */
  reviseMessage: { input: none, output: none },
} as const;
