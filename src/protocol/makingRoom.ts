/** What makes room in the model's context when the person asks: what is said of it before it is done, and why it isn't offered. */
import * as z from "zod/mini";
import { cost } from "./itemParts.ts";

/** Why it isn't offered now, in words for a person; absent: it is (CMP-6, CMP-8). */
export const makingRoom = z.object({ compaction: z.optional(z.string()), reclaiming: z.optional(z.string()) });
export type MakingRoom = z.infer<typeof makingRoom>;

/** Tokens throughout. */
const room = {
  /** What the next request reads before its new message, now and then. */
  tokens: z.number(),
  tokensAfter: z.number(),
  /** What reading that costs once, with nothing of it in the prompt cache. */
  nextMessageCost: cost,
  /** The model's context; absent where it isn't known. */
  limit: z.optional(z.number()),
};

/** What the person confirms or not, with what there is to know of it (CMP-2, CMP-8). */
export const roomQuestion = z.discriminatedUnion("kind", [
  z.object({
    kind: z.literal("compact"),
    ...room,
    /** Whether the provider counted the tokens, else they are estimated. */
    isReported: z.boolean(),
    /** What the call costs with nothing of the conversation in the prompt cache, and with all of it there. */
    cost,
    cachedCost: cost,
    summarizedTurns: z.number(),
    keptTurns: z.number(),
    foldsSummary: z.boolean(),
    goingImages: z.number(),
  }),
  z.object({
    kind: z.literal("reclaim"),
    ...room,
    results: z.number(),
    freedTokens: z.number(),
    /** Whether the notice of a nearly full context stays away for a while after it. */
    isEnough: z.boolean(),
  }),
]);
export type RoomQuestion = z.infer<typeof roomQuestion>;
