import * as z from "zod/mini";

/**
 * What stands in the composer and isn't sent (PKG-7). Drafts that became of one another have one `lineage`: of two of
 * them the one with the higher `revision` is the newer. Drafts of different lineages were written apart, in two views.
 */
export const composerDraft = z.object({
  text: z.string(),
  /** The handed-back messages that the text came from, with the text that each came with. */
  from: z.array(z.object({ id: z.string(), text: z.string() })),
  lineage: z.string(),
  revision: z.number(),
});
export type ComposerDraft = z.infer<typeof composerDraft>;

/** A draft with nothing in it says that the composer was emptied. */
export function isEmptyDraft(draft: ComposerDraft): boolean {
  return draft.text === "" && draft.from.length === 0;
}
