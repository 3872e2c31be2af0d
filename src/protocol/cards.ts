/** Cards as the panel shows them, and what it says to them. All text in them is untrusted. */
import * as z from "zod/mini";

export const modeName = z.enum(["Just do it", "Ask first", "Discuss"]);
export type ModeName = z.infer<typeof modeName>;

export const cardAnswer = z.union([
  z.object({ choice: z.enum(["allow", "deny", "accept", "dismiss"]), forDocument: z.optional(z.boolean()) }),
  z.object({ direction: z.string() }),
  z.object({ answers: z.record(z.string(), z.array(z.string())) }),
]);
export type WireCardAnswer = z.infer<typeof cardAnswer>;

/**
 * Where a card stands. `open` can be answered now; `expired`: its call was waiting when the document was closed or the turn was
 * stopped, and nothing runs because of it any more (TRN-11).
 */
const standing = z.enum(["open", "allowed", "denied", "answered", "accepted", "dismissed", "expired"]);

export const card = z.discriminatedUnion("kind", [
  z.object({
    kind: z.literal("approval"),
    standing,
    tool: z.string(),
    /** `askFirst`, `repeated` or `rounds`: why the call waits. */
    reason: z.string(),
    /** The arguments as the model wrote them. */
    arguments: z.string(),
  }),
  z.object({
    kind: z.literal("questions"),
    standing,
    questions: z.array(
      z.object({
        id: z.string(),
        text: z.string(),
        choice: z.enum(["single", "multiple", "text"]),
        options: z.array(z.object({ label: z.string(), description: z.optional(z.string()) })),
      }),
    ),
    answers: z.record(z.string(), z.array(z.string())),
  }),
  z.object({
    kind: z.literal("directions"),
    standing,
    directions: z.array(z.object({ title: z.string(), description: z.string() })),
    chosen: z.optional(z.string()),
  }),
  /** The item's `name`, `summary` and `text` are the skill's name, description and content. */
  z.object({ kind: z.literal("skill"), standing }),
  /** `rule` is JSON text. */
  z.object({ kind: z.literal("lintRule"), standing, rule: z.string() }),
]);
export type Card = z.infer<typeof card>;
export type CardStanding = z.infer<typeof standing>;
