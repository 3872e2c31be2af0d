/** What the panel asks of the host about items that it doesn't know. */
import * as z from "zod/mini";

const index = z.number().check(z.int(), z.nonnegative());

export const conversationCalls = {
  /** Pages of older items. They come as changes, before the answer (see pages.ts). */
  readItems: { input: z.object({ pages: z.array(index).check(z.maxLength(16)) }), output: z.object({}) },
  /**
   * Where a text stands in the conversation, from an item on: the places of the items that hold it, in order, and how often
   * each does. `count` is how many items there are.
   */
  findItems: {
    input: z.object({ query: z.string(), matchCase: z.boolean(), from: index }),
    output: z.object({ count: index, matches: z.array(z.tuple([index, index])) }),
  },
} as const;
