import type { ArchivedConversation } from "../archive/types.ts";
import { zeroUsage } from "../models/usage.ts";

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
