import { describe, expect, it } from "vitest";
import { type CompactionSituation, compactionOffer } from "../../../../src/conversation/compaction/offer.ts";
import { compactionCut, summaryMessage, turnOpenings } from "../../../../src/conversation/compaction/turnOpenings.ts";
import { conversationOf, plainTurns } from "../../../support/compactions.ts";

const situation = (turns: number, more: Partial<CompactionSituation> = {}): CompactionSituation => ({
  conversation: conversationOf(plainTurns(turns)),
  isRunning: false,
  provider: "anthropic",
  isWritable: true,
  isBlocked: false,
  ...more,
});

describe("compacting is offered", () => {
  it("CMP-6: with three turns or more", () => {
    expect(compactionOffer(situation(3))).toEqual({ kind: "offered" });
    for (const turns of [0, 1, 2]) {
      expect(compactionOffer(situation(turns))).toEqual({ kind: "notOffered", reason: "tooFewTurns", turns, kept: 2 });
    }
  });

  it.each([
    ["turnRuns", { isRunning: true }],
    ["cliBackend", { provider: "claudeCode" }],
    ["cliBackend", { provider: "codex", isRunning: true }],
    ["blocked", { isBlocked: true }],
    ["readOnly", { isWritable: false, isRunning: true }],
  ] as const)("CMP-6: not while there is a reason against it: %s", (reason, more) => {
    expect(compactionOffer(situation(9, more))).toEqual({ kind: "notOffered", reason });
  });
});

describe("the turns of a conversation", () => {
  it("CMP-3, FMT-11: open where it is recorded, wherever that is after tools", () => {
    const conversation = conversationOf([{ text: "a", results: ["r"] }, { text: "b" }, { text: "c" }]);
    expect(turnOpenings(conversation).map(({ message }) => message)).toEqual([0, 4, 6]);
    expect(compactionCut(conversation)).toBe(4);
  });

  it("FMT-5: a record that names no message of the person's, or one twice, is none", () => {
    const conversation = conversationOf(plainTurns(4));
    const at = (...messages: number[]) =>
      turnOpenings({ ...conversation, sentFacts: messages.map((message) => ({ message })) }).map(
        (fact) => fact.message,
      );
    expect(at(4, 0, 2, 4, 1, -1, 0.5, 99, Number.NaN)).toEqual([0, 2, 4]);
  });

  it("CMP-3: where none is recorded every message of the person's opens one, but not a tool's images or a summary", () => {
    const { history } = conversationOf([{ text: "a", results: ["r"] }, { text: "b" }]);
    const images = { role: "user", content: [{ type: "text", text: "Here is the image you asked for." }] } as const;
    const withImages = [...history.slice(0, 3), images, ...history.slice(3)];
    expect(turnOpenings({ history: withImages, sentFacts: [] })).toEqual([{ message: 0 }, { message: 5 }]);
    const compacted = [summaryMessage("So it was."), ...withImages];
    expect(turnOpenings({ history: compacted, sentFacts: [] })).toEqual([{ message: 1 }, { message: 6 }]);
    expect(turnOpenings({ history: compacted, sentFacts: [{ message: 0 }, { message: 1 }] })).toEqual([{ message: 1 }]);
  });
});
