import { compactionFigures } from "../conversation/compaction/figures.ts";
import { isEnoughRoom } from "../conversation/compaction/fullContext.ts";
import { reclaimFigures } from "../conversation/compaction/reclaim.ts";
import { contextLimit } from "../models/catalog.ts";
import { coldTokens } from "../models/coldPrompt.ts";
import { pickCost } from "../panel/panelState.ts";
import type { RoomQuestion } from "../protocol/index.ts";
import { type NextModel, promptSizeOf, type RoomSession } from "./roomOffers.ts";

/** What the person is shown before the conversation is compacted (CMP-2); undefined where there is nothing to compact. */
export function compactionQuestion(session: RoomSession, next: NextModel, at: Date): RoomQuestion | undefined {
  const { provider, model, context } = next;
  const size = promptSizeOf(session.openDesign.tools);
  const figures = compactionFigures(session.conversation.snapshot(), size, { provider, model, context, at });
  if (figures === undefined) return undefined;
  const { limit, cost, cachedCost, nextMessageCost, ...known } = figures;
  return {
    kind: "compact",
    ...known,
    cost: pickCost(cost),
    cachedCost: pickCost(cachedCost),
    nextMessageCost: pickCost(nextMessageCost),
    ...(limit === undefined ? {} : { limit }),
  };
}

/** What the person is shown before old tool results are put aside (CMP-8); undefined where there are none. */
export function reclaimQuestion(session: RoomSession, next: NextModel, at: Date): RoomQuestion | undefined {
  const figures = reclaimFigures(session.conversation, promptSizeOf(session.openDesign.tools));
  if (figures === undefined) return undefined;
  const limit = contextLimit(next);
  const nextMessageCost = pickCost(coldTokens(next, figures.tokensAfter, at).cost);
  const isEnough = limit === undefined || isEnoughRoom(figures.tokensAfter, limit);
  return { kind: "reclaim", ...figures, isEnough, nextMessageCost, ...(limit === undefined ? {} : { limit }) };
}
