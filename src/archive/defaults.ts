import type { StoredConversation } from "./schema.ts";
import type { ArchivedConversation, SentFact, Usage } from "./types.ts";

/** No tokens used. */
export const zeroUsage: Usage = { input: 0, output: 0, cacheRead: 0, cacheWrite: 0, webSearchRequests: 0 };

/** A conversation in which nothing has happened yet, and what a missing key reads as (FMT-2). */
export const emptyConversation: ArchivedConversation = {
  formatVersion: 1,
  items: [],
  feedback: {},
  skillCards: {},
  lintRuleCards: {},
  approvalCards: {},
  resolvedCards: [],
  history: [],
  queued: [],
  unsent: [],
  usage: zeroUsage,
  lastRoundUsage: zeroUsage,
  estimatedCost: { kind: "unknown" },
  sentFacts: [],
};

/** Whether there is nothing in a conversation, so that it writes no folder (PKG-5). */
export function isEmptyConversation(conversation: ArchivedConversation): boolean {
  const { items, history, queued, unsent } = conversation;
  return [items, history, queued, unsent].every((list) => list.length === 0);
}

/**
 * The stored conversation with its missing keys filled in; every key that it has stays (FMT-2, FMT-5). Entries that miss
 * nothing stay the same objects, so that what is kept with them holds.
 */
export function fillDefaults(stored: StoredConversation): ArchivedConversation {
  return {
    ...emptyConversation,
    ...stored,
    usage: { ...zeroUsage, ...stored.usage },
    lastRoundUsage: { ...zeroUsage, ...stored.lastRoundUsage },
    estimatedCost: { ...emptyConversation.estimatedCost, ...stored.estimatedCost },
    sentFacts: (stored.sentFacts ?? []).map((fact) => (isWhole(fact) ? fact : { message: 0, ...fact })),
  };
}

function isWhole(fact: { readonly message?: number }): fact is SentFact {
  return fact.message !== undefined;
}
