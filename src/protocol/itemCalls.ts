/** What the panel asks of the host about the items that it shows. */
import * as z from "zod/mini";

export const itemCalls = {
  /** Puts the item at a place of the conversation into the clipboard, as Markdown. */
  copyItem: { input: z.object({ index: z.number().check(z.int(), z.nonnegative()) }), output: z.object({}) },
  /** Takes back that a tool runs without asking until the document is closed (TRN-2). */
  disallow: { input: z.object({ tool: z.string() }), output: z.object({}) },
  /** Takes back the compaction or the reclaiming that this notice tells of. Refused where that can't be done any more (CMP-9). */
  undoRewrite: { input: z.object({ id: z.string() }), output: z.object({}) },
} as const;
