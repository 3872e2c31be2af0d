import { describe, expect, it } from "vitest";
import { zeroUsage } from "../../../../src/archive/defaults.ts";
import type { ArchivedConversation } from "../../../../src/archive/types.ts";
import { withCompaction } from "../../../../src/conversation/compaction/compacted.ts";
import {
  rewriteBefore,
  tokensAfterRewrite,
  undoableNotice,
  withUndone,
} from "../../../../src/conversation/compaction/rewrites.ts";
import { Conversation } from "../../../../src/conversation/conversation.ts";
import { conversationOf, plainTurns, usageOf } from "../../../support/compactions.ts";
import { message } from "../../../support/messages.ts";

const cost = { kind: "estimated", dollars: 0.5 } as const;
const summary = { text: "So it was.", usage: usageOf({ input: 10, output: 5 }), cost };
const prompt = { characters: 1_000 };
const compact = (saved: ArchivedConversation, text = summary.text) =>
  withCompaction(saved, { ...summary, text }, prompt, "notice");

const talk = conversationOf(
  [
    { text: "a", results: ["one", "two"], sections: { designSystem: "tokens", context: "page 1" } },
    { text: "b", sections: { context: "page 2" } },
    { text: "c", results: ["three"], sections: { context: "page 3", theirs: 7 } },
    { text: "d" },
  ],
  { lastRoundUsage: usageOf({ input: 900_000 }), queued: [{ id: "q", text: "later" }], usage: usageOf({ input: 5 }) },
);

describe("a compacted conversation", () => {
  const compacted = compact(talk);

  it("CMP-3: is the summary in one text block of one message, then the last two turns, the same objects", () => {
    expect(compacted.history[0]).toEqual({
      role: "user",
      content: [{ type: "text", text: "# Conversation so far\n\nSo it was." }],
    });
    expect(compacted.history.slice(1)).toEqual(talk.history.slice(8));
    for (const [index, kept] of compacted.history.slice(1).entries()) expect(kept).toBe(talk.history[8 + index]);
  });

  it("CMP-4: keeps the openings of the last two turns, re-indexed, without their sections", () => {
    expect(compacted.sentFacts).toEqual([{ message: 1, theirs: 7 }, { message: 5 }]);
  });

  it("CMP-4: so the next turn sends every section in full", () => {
    const conversation = new Conversation(compacted);
    conversation.openTurn(message("On"), { designSystem: "tokens", context: "page 3" });
    expect(conversation.history.at(-1)?.content).toMatchObject([
      {},
      { text: "# Design system\ntokens" },
      { text: "# Context\npage 3" },
    ]);
  });

  it("CMP-3: keeps every item and all else; the last request's usage is cleared", () => {
    const { items, history: _, sentFacts: __, lastRoundUsage, ...others } = compacted;
    const { items: itemsBefore, history: ___, sentFacts: ____, lastRoundUsage: _____, ...before } = talk;
    expect(items.slice(0, -1)).toEqual(itemsBefore);
    expect(others).toEqual(before);
    expect(lastRoundUsage).toEqual(zeroUsage);
  });

  it("CMP-3: adds one notice with the figures before and after, the cost, and the summary to read", () => {
    expect(compacted.items.at(-1)).toEqual({
      id: "notice",
      type: "notice",
      code: "compacted",
      text: expect.stringMatching(
        /^The conversation was compacted: a summary stands for 2 turns, from about 900,000 to about [\d,]+ tokens\.$/,
      ),
      detail: "So it was.",
      tokensBefore: 900_000,
      tokensAfter: expect.any(Number),
      usage: summary.usage,
      cost,
    });
    const tokensAfter = compacted.items.at(-1)?.tokensAfter;
    expect(tokensAfter).toBeLessThan(900_000);
    expect(tokensAfterRewrite(compacted)).toBe(tokensAfter);
    expect(tokensAfterRewrite(talk)).toBeUndefined();
  });

  it("CMP-3: compacting again folds the earlier summary in: there is one summary, of all that went before", () => {
    const more = new Conversation(compacted);
    for (const text of ["e", "f"]) {
      more.openTurn(message(text));
      more.appendText(`${text} done`);
      more.endTurn({ kind: "completed" });
    }
    const saved = more.snapshot();
    const again = compact(saved, "All of it.");
    expect(again.history[0]?.content).toEqual([{ type: "text", text: "# Conversation so far\n\nAll of it." }]);
    expect(again.history.slice(1)).toEqual(saved.history.slice(-4));
    expect(again.sentFacts).toEqual([{ message: 1 }, { message: 3 }]);
    expect(again.items.at(-1)?.text).toContain("2 turns and the summary before");
  });

  it("TRN-7: a summary with half a surrogate pair is stored well-formed; else it is stored to the letter", () => {
    expect(compact(talk, "\n\n  a \ud800").history[0]?.content).toEqual([
      { type: "text", text: "# Conversation so far\n\n\n\n  a \ufffd" },
    ]);
  });

  it("CMP-3: never begins between a call and its result, whatever a record of a turn names", () => {
    const talk = conversationOf([...plainTurns(2), { text: "x", results: ["r"] }, ...plainTurns(1)]);
    const call = talk.history.findIndex(({ content }) => content[0]?.type === "toolCall");
    const between = { role: "user" as const, content: [{ type: "text" as const, text: "hm" }] };
    const history = talk.history.toSpliced(call + 1, 0, between);
    const sentFacts = [0, 2, call + 1, history.length - 2].map((each) => ({ message: each }));
    const kept = compact({ ...talk, history, sentFacts }).history;
    const blocks = kept.flatMap(({ content }) => content);
    const calls = blocks.flatMap((block) => (block.type === "toolCall" ? [block.id] : []));
    expect(blocks.filter((block) => block.type === "toolResult" && !calls.includes(block.callID ?? ""))).toEqual([]);
  });

  it("CMP-6: is the same value where there are no more than two turns", () => {
    const short = conversationOf(plainTurns(2));
    expect(compact(short)).toBe(short);
  });
});

describe("the undo of a compaction", () => {
  it("CMP-9: brings the history, its records and the last request's usage back; the rest stays as it is now", () => {
    const compacted = compact(talk);
    const later = {
      ...compacted,
      feedback: { "answer 0": { rating: "good", reasons: [] } },
      usage: usageOf({ input: 9 }),
    };
    expect(undoableNotice(later)).toBe("notice");
    const undone = withUndone(later, "notice");
    expect(undone.history).toBe(talk.history);
    expect(undone.sentFacts).toBe(talk.sentFacts);
    expect(undone.lastRoundUsage).toBe(talk.lastRoundUsage);
    expect([undone.feedback, undone.usage]).toEqual([later.feedback, later.usage]);
    expect(undone.items).toEqual([...talk.items, { ...compacted.items.at(-1), status: "undone" }]);
    expect([undoableNotice(undone), withUndone(undone, "notice")]).toEqual([undefined, undone]);
  });

  it("CMP-9: is there until the next turn runs, also when that was handed back, and only for its own notice", () => {
    const compacted = compact(talk);
    expect(withUndone(compacted, "another")).toBe(compacted);
    const conversation = new Conversation(compacted);
    conversation.openTurn(message("On"));
    expect(undoableNotice(conversation.snapshot())).toBeUndefined();
    conversation.endTurn({ kind: "stopped" });
    expect(undoableNotice(conversation.snapshot())).toBeUndefined();
    expect(withUndone(conversation.snapshot(), "notice")).toBe(conversation.snapshot());
  });

  it("CMP-9: is gone once the document was closed", () => {
    expect(undoableNotice(JSON.parse(JSON.stringify(compact(talk))))).toBeUndefined();
  });
});

it("BYT-4: until the next message, the items tell that the history was rewritten, after a reopen too", () => {
  const compacted = compact(talk);
  const reopened: ArchivedConversation = JSON.parse(JSON.stringify(compacted));
  expect([rewriteBefore(talk.items), rewriteBefore(reopened.items)]).toEqual([undefined, "compacted"]);
  const undone = withUndone(compacted, "notice");
  expect(rewriteBefore(undone.items)).toBe("undone");
  expect(rewriteBefore(withCompaction(undone, summary, prompt, "another").items)).toBe("compacted");
  expect(rewriteBefore([...compacted.items, { ...undone.items.at(-1), id: "x", type: "notice" }])).toBe("compacted");
  const conversation = new Conversation(compacted);
  conversation.openTurn(message("On"));
  expect(rewriteBefore(conversation.items)).toBeUndefined();
});

it("CMP-3: nothing is rewritten while a turn runs", () => {
  const conversation = new Conversation(talk);
  conversation.openTurn(message("On"));
  expect(() => conversation.rewrite((saved) => compact(saved))).toThrow("A turn is running");
});
