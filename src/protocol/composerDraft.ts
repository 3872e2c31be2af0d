import * as z from "zod/mini";

/** An image of the message that is being written. It has entered (IMG-5) and lies with the host, by its SHA-256. */
export const draftImage = z.object({ sha256: z.string(), name: z.string() });
export type DraftImage = z.infer<typeof draftImage>;

/**
 * What stands in the composer and isn't sent (PKG-7). Drafts that became of one another have one `lineage`: of two of
 * them the one with the higher `revision` is the newer. Drafts of different lineages were written apart, in two views.
 */
export const composerDraft = z.object({
  text: z.string(),
  /** Absent: none. */
  images: z.optional(z.array(draftImage)),
  /** The handed-back messages that it came from, with the text and the images that each came with. */
  from: z.array(z.object({ id: z.string(), text: z.string(), images: z.optional(z.array(z.string())) })),
  lineage: z.string(),
  revision: z.number(),
});
export type ComposerDraft = z.infer<typeof composerDraft>;

/** A draft with nothing in it says that the composer was emptied. */
export function isEmptyDraft({ text, images = [], from }: ComposerDraft): boolean {
  return text === "" && images.length === 0 && from.length === 0;
}
