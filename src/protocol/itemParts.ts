/** Parts of an item that the panel has a form for. All text in them is untrusted. */
import * as z from "zod/mini";

/** What a tool did to the design: how many nodes, those of them that it names, and the page where all of them are on one. */
export const touched = z.object({
  created: z.number(),
  changed: z.number(),
  deleted: z.number(),
  page: z.optional(z.string()),
  nodes: z.array(z.object({ id: z.string(), name: z.string() })),
});
export type Touched = z.infer<typeof touched>;

/** What something cost; `dollars` and `kind` are those of FMT-10. */
export const cost = z.object({
  kind: z.enum(["reported", "estimated", "unknown", "notBilled"]),
  dollars: z.optional(z.number()),
  atLeast: z.optional(z.boolean()),
});

/** What a turn used, on the item that ends it. */
export const spent = z.object({
  input: z.number(),
  output: z.number(),
  cacheRead: z.number(),
  cacheWrite: z.number(),
  cost,
});
export type Spent = z.infer<typeof spent>;

/** What can be done with the last turn, or with a compaction or reclaiming, on the item where it is offered. */
export const turnOffer = z.enum(["retry", "revise", "undoRewrite"]);

/** That the history was rewritten: how, and about what a request read before and after it, in tokens (CMP-3, CMP-8). */
export const rewrite = z.object({ kind: z.enum(["compacted", "reclaimed"]), before: z.number(), after: z.number() });
export type Rewrite = z.infer<typeof rewrite>;
