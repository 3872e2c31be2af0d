import { describe, expect, it } from "vitest";
import { zeroUsage } from "../../../src/archive/defaults.ts";
import { reclaimOffer } from "../../../src/conversation/compaction/offer.ts";
import { reclaimFigures, withResultsReclaimed } from "../../../src/conversation/compaction/reclaim.ts";
import { undoableNotice, withUndone } from "../../../src/conversation/compaction/rewrites.ts";
import { Conversation } from "../../../src/conversation/conversation.ts";
import { type PromptSession, promptBanners } from "../../../src/editor/promptBanners.ts";
import type { RoomOffers } from "../../../src/editor/roomOffers.ts";
import { promptHash } from "../../../src/host/promptHash.ts";
import { conversationOf, plainTurns, usageOf } from "../../support/compactions.ts";

const next = { provider: "anthropic", model: "claude-opus-5-5", webSearch: true };
const other = { ...next, model: "claude-haiku-5-5" };
const now = new Date("2026-11-30T00:00:00Z");
const tools: PromptSession["openDesign"]["tools"] = [];

/** A session whose last request read so many tokens. */
function sessionOf(tokens: number, state: "idle" | "running" = "idle"): PromptSession {
  const conversation = new Conversation();
  conversation.openTurn({ id: "m", text: "Hello", images: [], mode: "Just do it" });
  conversation.appendText("Good evening.");
  conversation.countRequest({ ...zeroUsage, cacheRead: tokens }, { kind: "unknown" });
  conversation.endTurn({ kind: "completed" }, { ...next, promptHash: promptHash(next, tools) });
  return { conversation, turns: { state }, openDesign: { tools }, writable: true };
}

const offered: RoomOffers = {
  compaction: { kind: "offered" },
  reclaiming: { kind: "notOffered", reason: "nothingToReclaim" },
};
const tooFew: RoomOffers = {
  ...offered,
  compaction: { kind: "notOffered", reason: "tooFewTurns", turns: 1, kept: 2 },
};
const runs: RoomOffers = {
  compaction: { kind: "notOffered", reason: "turnRuns" },
  reclaiming: { kind: "notOffered", reason: "turnRuns" },
};

const texts = (session: PromptSession, parts = next) =>
  promptBanners(session, parts, now, offered).map(({ text }) => text);

/** A session whose conversation has old results of so many characters, and whose last request read so many tokens. */
function sessionWithResults(characters: number, tokens: number): PromptSession {
  const results = Array.from({ length: 24 }, () => "r".repeat(characters));
  const talk = conversationOf([{ text: "a", results }, ...plainTurns(3)], {
    lastRoundUsage: usageOf({ input: tokens }),
  });
  return { conversation: new Conversation(talk), turns: { state: "idle" }, openDesign: { tools }, writable: true };
}

describe("what the next message would read", () => {
  it("BYT-4: is said with its price when the prefix breaks, and not while a turn runs", () => {
    expect(texts(sessionOf(100_000))).toEqual([]);
    const [text] = texts(sessionOf(100_000), other);
    expect(text).toMatch(
      /^The model was changed\. The next message reads the whole conversation anew: about 100,000 tokens, \$\d+\.\d\d \(estimated\)\.$/,
    );
    expect(texts(sessionOf(100_000), { ...next, webSearch: false })[0]).toMatch(/^Web search was switched\./);
    expect(texts(sessionOf(100_000, "running"), other)).toEqual([]);
    expect(texts({ ...sessionOf(100_000), writable: false }, other)).toEqual([]);
  });

  it("BYT-4: says that a price isn't known", () => {
    expect(texts(sessionOf(1234), { ...next, model: "mine" })[0]).toContain("about 1,234 tokens, price unknown.");
  });

  it("CMP-1: says from 80 % of the model's context on how full it is, and offers to compact", () => {
    expect(texts(sessionOf(799_999))).toEqual([]);
    const [banner] = promptBanners(sessionOf(800_000), next, now, offered);
    expect(banner).toMatchObject({
      id: "contextFull",
      tone: "warning",
      action: { command: "compactConversation", label: "Compact…" },
    });
    expect(banner?.text).toContain("80% full");
    expect(banner?.text).toContain("Only compacting the conversation makes enough room");
    expect(texts(sessionOf(800_000), { ...next, model: "mine" }).some((text) => text.includes("full"))).toBe(false);
  });

  it("CMP-6: has no button for what isn't offered", () => {
    const [running] = promptBanners(sessionOf(800_000), next, now, runs);
    expect(running).toMatchObject({ id: "contextFull" });
    expect(running?.action).toBeUndefined();
    const [stuck] = promptBanners(sessionOf(800_000), next, now, tooFew);
    expect(stuck?.action).toMatchObject({ command: "newConversation" });
    expect(stuck?.text).toContain("A new conversation begins with an empty one");
  });

  it("CMP-8: reclaiming comes first where it frees enough, else it is said that only compacting does", () => {
    const reclaiming = (session: PromptSession) =>
      reclaimOffer(
        { isRunning: false, provider: "anthropic", isWritable: true },
        reclaimFigures(session.conversation, { characters: 0 }),
      );
    const large = sessionWithResults(100_000, 900_000);
    const [banner] = promptBanners(large, next, now, { ...offered, reclaiming: reclaiming(large) });
    expect(banner?.action).toMatchObject({ command: "reclaimToolResults" });
    expect(banner?.others).toMatchObject([{ command: "compactConversation" }]);
    expect(banner?.text).toMatch(/Putting old tool results aside frees about [\d,]+ tokens/);
    const small = sessionWithResults(200, 990_000);
    const [other] = promptBanners(small, next, now, { ...offered, reclaiming: reclaiming(small) });
    expect(other?.action).toMatchObject({ command: "compactConversation" });
    expect(other?.others).toBeUndefined();
    expect(other?.text).toContain("Only compacting");
  });

  it("BYT-4: a rewritten history is said with its price, before anything else breaks the prefix, until the next message", () => {
    const session = sessionWithResults(20_000, 90_000);
    const { conversation } = session;
    if (!(conversation instanceof Conversation)) throw new Error("It is one.");
    conversation.rewrite((saved, newId) => withResultsReclaimed(saved, { characters: 0 }, newId()));
    const after = conversation.items.at(-1)?.tokensAfter;
    const [text] = texts(session, other);
    expect(text).toMatch(
      /^Old tool results were put aside\. The next message reads the conversation anew: about [\d,]+ tokens, \$\d+\.\d+ \(estimated\)\.$/,
    );
    expect(text).toContain(`about ${Number(after).toLocaleString("en-US")} tokens`);
    conversation.rewrite((saved) => withUndone(saved, undoableNotice(saved) ?? ""));
    expect(texts(session)[0]).toMatch(/^The conversation is as it was before\..*about 90,000 tokens/);
    conversation.openTurn({ id: "m", text: "On", images: [], mode: "Just do it" });
    expect(texts(session)).toEqual([]);
  });
});
