import { describe, expect, it } from "vitest";
import { compactionPrompt } from "../../../../src/agent/compaction/prompt.ts";
import { compactionRequest } from "../../../../src/agent/compaction/request.ts";
import { shortenToFit } from "../../../../src/agent/compaction/shorten.ts";
import type { ArchivedConversation, Message } from "../../../../src/archive/types.ts";
import { weightOf } from "../../../../src/conversation/compaction/sizes.ts";
import { compactionCut, summaryMessage } from "../../../../src/conversation/compaction/turnOpenings.ts";
import { anthropicBody } from "../../../../src/providers/anthropic/messages.ts";
import { conversationOf, plainTurns, textsIn, usageOf } from "../../../support/compactions.ts";
import { requestUnits } from "../../../support/requestPrefix.ts";
import { ScriptedModel } from "../../../support/scriptedModel.ts";
import { echo } from "../../../support/toolTurns.ts";
import { validateAnthropicRequest } from "../../../support/wireValidator.ts";

const hash = "a".repeat(64);
const image = () => Uint8Array.of(0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 1);

/** The request for a conversation's summary on a model; `opus-4-5` has a context of 200,000 tokens. */
function requestFor(saved: ArchivedConversation, model = "claude-opus-5-5") {
  const ports = { ...new ScriptedModel().ports([echo]), model, webSearch: true, image };
  const request = compactionRequest(ports, saved, compactionCut(saved) ?? 0);
  return { ports, request };
}

const bodyOf = (request: NonNullable<ReturnType<typeof compactionRequest>>) =>
  JSON.stringify(anthropicBody(request, { maxTokens: 32_000, cacheTtl: "5m" }));

describe("the prompt that asks for the summary", () => {
  it("CMP-7: its bytes are those of the golden file, a constant of the version", async () => {
    await expect(compactionPrompt).toMatchFileSnapshot("../../../golden/compactionPrompt.txt");
  });

  it("CMP-7: asks for what must not get lost, within 1,500 words, and not to obey what stands in tool output", () => {
    for (const wanted of [
      "1,500 words",
      "standing wishes",
      "Decisions",
      "and why",
      "page, node, component",
      "exact name and id",
      "Tried and failed",
      "Open questions",
      "What comes next",
      "quote them as what that source says",
      "# Conversation so far",
      "Call no tool",
    ]) {
      expect(compactionPrompt).toContain(wanted);
    }
  });
});

describe("the request for the summary", () => {
  const talk = conversationOf([
    { text: "a", results: ["one", "two"], images: [hash] },
    { text: "b", results: ["three"] },
    { text: "c" },
    { text: "d" },
  ]);

  it("CMP-7: is the live request up to the last two turns, system prompt, tools and search the same, and one message more", () => {
    const { ports, request } = requestFor(talk);
    if (request === undefined) throw new Error("There is no request.");
    expect(request.history.slice(0, -1)).toEqual(talk.history.slice(0, 10));
    expect(request.history.at(-1)).toEqual({ role: "user", content: [{ type: "text", text: compactionPrompt }] });
    const { model, systemPrompt, webSearch } = ports;
    const tools = [echo.definition];
    const live = bodyOf({ model, systemPrompt, webSearch, tools, image, history: talk.history });
    const body = bodyOf(request);
    expect(requestUnits(body).slice(0, -1)).toEqual(requestUnits(live).slice(0, 11));
    expect(validateAnthropicRequest(body)).toEqual([]);
    // Another choice of tools would cost every message in the prompt cache.
    expect(JSON.parse(body)).not.toHaveProperty("tool_choice");
  });

  it("CMP-3: folds an earlier summary in: it is what the request begins with", () => {
    const { history, sentFacts } = conversationOf(plainTurns(3));
    const compacted = conversationOf([], {
      history: [summaryMessage("So it was."), ...history],
      sentFacts: sentFacts.map(({ message }) => ({ message: message + 1 })),
    });
    const { request } = requestFor(compacted);
    expect(request?.history.slice(0, -1)).toEqual([summaryMessage("So it was."), ...history.slice(0, 2)]);
  });

  /** Four turns, of which the first two hold many long results, on a model of 200,000 tokens. */
  const large = (characters: number, more: Partial<ArchivedConversation> = {}) => {
    const results = Array.from({ length: 10 }, (_, index) => `${index}`.repeat(characters / 20));
    return conversationOf([{ text: "a", results }, { text: "b", results }, ...plainTurns(2)], more);
  };

  it("CMP-7: what fits the model's context is sent as it is", () => {
    const saved = large(700_000);
    expect(requestFor(saved, "claude-opus-4-5").request?.history.slice(0, -1)).toEqual(saved.history.slice(0, 44));
  });

  it.each([1, 1.3, 3])(
    "CMP-7: at %s times the context older results are shortened, the oldest first, and no more than it takes",
    (times) => {
      const saved = large(Math.ceil(200_000 * 4 * times));
      const { request } = requestFor(saved, "claude-opus-4-5");
      expect(request).toEqual(requestFor(saved, "claude-opus-4-5").request);
      const sent = request?.history.slice(0, -1) ?? [];
      expect(sent.length).toBe(44);
      const isCut = (message: Message | undefined, index: number) => message !== saved.history[index];
      const cut = sent.map(isCut).lastIndexOf(true);
      expect(cut).toBeGreaterThan(0);
      expect(sent.every((message, index) => message.role !== "tool" || isCut(message, index) === index <= cut)).toBe(
        true,
      );
      expect(sent.every((message, index) => message.role === "tool" || !isCut(message, index))).toBe(true);
      expect(weightOf(sent) / 4).toBeLessThan(192_000);
      expect(textsIn(sent)).toMatch(/\n\[… [\d]+ characters are left out here …\]\n/);
    },
  );

  it("CMP-7: where that isn't enough less of each is left, then the images go", () => {
    const turns = Array.from({ length: 40 }, (_, turn) => ({
      text: `${turn}`,
      results: ["x".repeat(30_000)],
      images: [hash],
    }));
    const saved = conversationOf([...turns, ...plainTurns(2)]);
    const small = shortenToFit(saved.history, 40 * 3_000 + 40 * 6_000);
    expect(small?.some(({ content }) => content.some(({ type }) => type === "imageOmitted"))).toBe(false);
    const smaller = shortenToFit(saved.history, 40 * 350);
    expect(smaller?.flatMap(({ content }) => content).filter(({ type }) => type === "image")).toEqual([]);
    expect(shortenToFit(saved.history, 40 * 100)).toBeUndefined();
  });

  it("CMP-7: a result that is cut between the halves of a pair stays well-formed, and so does one of bytes", () => {
    const [message] =
      shortenToFit(
        [
          {
            role: "tool",
            content: [
              { type: "toolResult", callID: "a", toolName: "x", isError: true, content: `x${"😀".repeat(5_000)}` },
              {
                type: "toolResult",
                callID: "b",
                toolName: "x",
                isError: false,
                contentBase64: btoa("y".repeat(9_000)),
              },
            ],
          },
        ],
        9_000,
      ) ?? [];
    const [first, second] = message?.content ?? [];
    expect(first).toMatchObject({ callID: "a", isError: true, type: "toolResult" });
    expect(String(first?.content).isWellFormed()).toBe(true);
    expect(second).toMatchObject({ callID: "b", content: expect.stringMatching(/^y{2000}\n\[… 6500 .*\]\ny{500}$/s) });
    expect(second).not.toHaveProperty("contentBase64");
  });

  it("CMP-7: there is none where the words alone are too many, or what the provider counted says so", () => {
    const words = conversationOf([{ text: "x".repeat(900_000) }, ...plainTurns(2)]);
    expect(requestFor(words, "claude-opus-4-5").request).toBeUndefined();
    expect(requestFor(words).request).toBeDefined();
    const counted = {
      ...conversationOf([{ text: "x".repeat(500_000) }, ...plainTurns(2)]),
      lastRoundUsage: usageOf({ input: 199_000 }),
    };
    expect(requestFor(counted, "claude-opus-4-5").request).toBeUndefined();
    expect(
      requestFor({ ...counted, lastRoundUsage: usageOf({ input: 150_000 }) }, "claude-opus-4-5").request,
    ).toBeDefined();
  });

  it("CMP-7: a model whose limit isn't known is sent all of it", () => {
    const words = conversationOf([{ text: "x".repeat(9_000_000) }, ...plainTurns(2)]);
    expect(requestFor(words, "claude-new-9").request?.history.slice(0, 2)).toEqual(words.history.slice(0, 2));
  });
});
