import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { resultText } from "../../../../src/archive/blocks.ts";
import { zeroUsage } from "../../../../src/archive/defaults.ts";
import { findReclaimed, reclaimedResults } from "../../../../src/archive/reclaimed.ts";
import type { ArchivedConversation, ToolResultBlock } from "../../../../src/archive/types.ts";
import {
  compactedText,
  reclaimFigures,
  withResultsReclaimed,
} from "../../../../src/conversation/compaction/reclaim.ts";
import { rewriteBefore, undoableNotice, withUndone } from "../../../../src/conversation/compaction/rewrites.ts";
import { conversationOf, plainTurns, usageOf } from "../../../support/compactions.ts";
import { anyConversation } from "../../../support/conversations.ts";

const prompt = { characters: 0 };
const long = (name: string) => `${name} `.repeat(100);
const names = Array.from({ length: 16 }, (_, index) => `result ${index}`);
const talk = conversationOf([
  { text: "a", results: names.slice(0, 9).map(long) },
  { text: "b", results: names.slice(9).map(long) },
]);
const reclaim = (saved: ArchivedConversation) => withResultsReclaimed(saved, prompt, "notice");
const resultsOf = ({ history }: ArchivedConversation): ToolResultBlock[] =>
  history.flatMap(({ content }) => content.flatMap((block) => (block.type === "toolResult" ? [block] : [])));

describe("reclaiming old tool results", () => {
  const reclaimed = reclaim(talk);

  it("CMP-8: replaces every result but the newest 12 by the text that tells how to get it back", () => {
    expect(resultsOf(reclaimed).map(({ content }) => content)).toEqual([
      ...[0, 1, 2, 3].map(
        (index) =>
          `[Compacted, ID: call_0_${index}. If this content is still needed, call extract_compacted_tool_result with this ID or re-run the tool.]`,
      ),
      ...names.slice(4).map(long),
    ]);
    expect(reclaimed.history.length).toBe(talk.history.length);
    expect(reclaimed.history.filter((each, index) => each !== talk.history[index])).toHaveLength(4);
  });

  it("CMP-8: only where that is shorter, so that none is replaced twice", () => {
    const results = ["ok", compactedText("call_0_1"), `${compactedText("call_0_2")}!`, ...Array(12).fill("x")];
    const conversation = conversationOf([{ text: "a", results }]);
    const once = reclaim(conversation);
    expect(reclaimedResults(once).map(({ callID }) => callID)).toEqual(["call_0_2"]);
    expect([reclaim(once), reclaimFigures(once, prompt)]).toEqual([once, undefined]);
    const short = conversationOf(plainTurns(3));
    expect(reclaim(short)).toBe(short);
  });

  it("CMP-8: leaves a result without an id, which nobody could ask for again", () => {
    const nameless = talk.history.map((each) => ({
      ...each,
      content: each.content.map((block) => (block.type === "toolResult" ? { ...block, callID: "" } : block)),
    }));
    expect(reclaimFigures({ ...talk, history: nameless }, prompt)).toBeUndefined();
  });

  it("CMP-8: keeps what it replaced, to be brought back by its id", () => {
    expect(reclaimedResults(reclaimed).map(({ callID }) => callID)).toEqual(
      [0, 1, 2, 3].map((each) => `call_0_${each}`),
    );
    expect(findReclaimed(reclaimed, "call_0_3")).toBe(long("result 3"));
    const more = reclaim({ ...reclaimed, history: [...reclaimed.history, ...talk.history] });
    expect(reclaimedResults(more).length).toBeGreaterThan(4);
    expect(reclaimedResults(more).slice(0, 4)).toEqual(reclaimedResults(reclaimed));
  });

  it("CMP-8, FMT-7: one of bytes that aren't UTF-8 is replaced by text, and kept as its bytes", () => {
    const contentBase64 = btoa("\xff".repeat(300));
    const [opening, ...others] = talk.history;
    const bytes = { type: "toolResult", callID: "b", toolName: "look", isError: true, contentBase64 } as const;
    const history = [
      ...(opening === undefined ? [] : [opening]),
      { role: "tool", content: [bytes] } as const,
      ...others,
    ];
    const after = reclaim({ ...talk, history });
    expect(after.history[1]?.content).toEqual([
      { type: "toolResult", callID: "b", toolName: "look", isError: true, content: compactedText("b") },
    ]);
    expect(reclaimedResults(after)[0]).toEqual({ callID: "b", toolName: "look", contentBase64 });
  });

  it("CMP-8: shows first how many there are and what that frees", () => {
    const characters = [0, 1, 2, 3].reduce(
      (sum, index) => sum + long(`result ${index}`).length - compactedText(`call_0_${index}`).length,
      0,
    );
    // 900 characters each, 133 in its place: 3,068 in all.
    expect(characters).toBe(4 * (900 - compactedText("call_0_0").length));
    const estimated = reclaimFigures(talk, prompt);
    expect(estimated).toMatchObject({ results: 4, freedTokens: Math.floor(characters / 4) });
    expect(estimated?.tokensAfter).toBe((estimated?.tokens ?? 0) - Math.floor(characters / 4));
    const all = resultsOf(talk).reduce((sum, block) => sum + resultText(block).length, 0) + 16 * 2 + 2 * (30 + 1 + 5);
    const counted = reclaimFigures({ ...talk, lastRoundUsage: usageOf({ input: all / 2 }) }, prompt);
    expect(counted).toMatchObject({ tokens: all / 2, freedTokens: Math.floor(characters / 2) });
  });

  it("CMP-8, BYT-4: a notice tells of it, and the meter begins anew", () => {
    expect(reclaimed.items.slice(0, -1)).toEqual(talk.items);
    expect(reclaimed.items.at(-1)).toMatchObject({
      type: "notice",
      code: "reclaimed",
      text: expect.stringMatching(/^4 old tool results were put aside, which frees about [\d,]+ tokens\./),
    });
    expect([reclaimed.lastRoundUsage, rewriteBefore(reclaimed.items)]).toEqual([zeroUsage, "reclaimed"]);
  });

  it("CMP-9: is undone to what it was, with nothing put aside", () => {
    expect(undoableNotice(reclaimed)).toBe("notice");
    const undone = withUndone(reclaimed, "notice");
    expect({ ...undone, items: talk.items }).toEqual(talk);
    expect(undone.items.at(-1)).toMatchObject({ code: "reclaimed", status: "undone" });
  });

  it("CMP-8: of any conversation loses no result, parts no call from its result, and changes nothing else", () => {
    const conversations = anyConversation([{ sha256: "0".repeat(64), bytes: new Uint8Array() }]);
    const results = fc.array(fc.record({ text: fc.string({ maxLength: 400 }), id: fc.constantFrom("a", "b", "c d") }), {
      maxLength: 30,
    });
    fc.assert(
      fc.property(conversations, results, (conversation, added) => {
        const history = [
          ...conversation.history,
          ...added.map(({ text, id }) => ({
            role: "tool" as const,
            content: [{ type: "toolResult" as const, callID: id, toolName: "x", isError: false, content: text }],
          })),
        ];
        const saved = { ...conversation, history };
        const after = reclaim(saved);
        const [before, now] = [resultsOf(saved), resultsOf(after)];
        expect(now.map(({ callID, isError }) => [callID, isError])).toEqual(
          before.map(({ callID, isError }) => [callID, isError]),
        );
        const gone = before.filter((block, index) => resultText(block) !== resultText(now[index] ?? block));
        expect(reclaimedResults(after).map((each) => each.content ?? atob(each.contentBase64 ?? ""))).toEqual(
          gone.map((block) => block.content ?? atob(block.contentBase64 ?? "")),
        );
        expect(now.slice(-12)).toEqual(before.slice(-12));
        const withoutResults = (each: ArchivedConversation) =>
          each.history.map((message) => ({
            ...message,
            content: message.content.filter(({ type }) => type !== "toolResult"),
          }));
        expect(withoutResults(after)).toEqual(withoutResults(saved));
      }),
    );
  });
});
