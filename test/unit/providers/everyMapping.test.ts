import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { ChatRequest } from "../../../src/agent/ports.ts";
import { emptyConversation } from "../../../src/archive/defaults.ts";
import { readArchive, writeArchive } from "../../../src/archive/index.ts";
import type { Block, Message } from "../../../src/archive/types.ts";
import { type Mapping, mappings, wireUnits } from "../../support/wire/mappings.ts";
import { anyHistory, call, pngBytes, pngHash, requestOf, result, svgHash, user } from "./anthropic/histories.ts";

const named = mappings.map((mapping) => [mapping.name, mapping] as const);
const omitted = "[Image omitted: an image was here but was dropped from the saved conversation to save space.]";
const notTaken = "[Image: an image is here in a form that this model can't be shown.]";

/** The request's bytes, which the provider's validator has nothing against. */
function sent(mapping: Mapping, history: readonly Message[], more: Partial<ChatRequest> = {}): string {
  const raw = mapping.rawBody(requestOf(history, { model: mapping.model, ...more }));
  expect(mapping.validate(raw)).toEqual([]);
  return raw;
}

/** Every text in a value, as it is read. */
function textsIn(value: unknown): readonly string[] {
  if (typeof value === "string") return [value];
  return typeof value === "object" && value !== null ? Object.values(value).flatMap(textsIn) : [];
}

function isBlank(text: string): boolean {
  return /^[\s\u0085\u200b]*$/.test(text);
}

/** How often calls and results are in a body, whatever the format calls them. */
function count(raw: string, kinds: RegExp): number {
  return raw.match(kinds)?.length ?? 0;
}
const callMarks =
  /"type":"tool_use"|"type":"function_call"|"type":"function","function":\{"name":"[^"]*","arguments"|"kind":"call"/g;
const resultMarks = /"type":"tool_result"|"type":"function_call_output"|"role":"tool"|"kind":"result"/g;

describe.each(named)("every mapping: %s", (_, mapping) => {
  it("PRV-2: makes what the provider takes out of any history", () => {
    fc.assert(
      fc.property(anyHistory, fc.boolean(), (history, webSearch) => void sent(mapping, history, { webSearch })),
      { numRuns: 200 },
    );
  });

  it("PRV-1: loses nothing: every text, image, call and result is in the body", () => {
    fc.assert(
      fc.property(anyHistory, (history) => {
        const raw = sent(mapping, history);
        const texts = textsIn(JSON.parse(raw));
        const has = (text: string) => texts.some((one) => one.includes(text));
        const blocks = history.flatMap(({ role, content }) => content.map((block) => ({ role, block })));
        for (const { role, block } of blocks) {
          if (block.type === "text" && !isBlank(block.text)) expect(has(block.text.toWellFormed())).toBe(true);
          if (block.type === "imageOmitted") expect(has(omitted)).toBe(true);
          if (block.type === "image" && block.sha256 === pngHash && role !== "assistant") {
            expect(has(Buffer.from(pngBytes).toString("base64"))).toBe(true);
          }
        }
        const calls = blocks.filter(({ role, block }) => role === "assistant" && block.type === "toolCall").length;
        expect(count(raw, callMarks)).toBe(calls);
        expect(count(raw, resultMarks)).toBe(calls);
      }),
      { numRuns: 200 },
    );
  });

  it("BYT-3: a request is an exact prefix of every later one, across turns and rounds", () => {
    fc.assert(
      fc.property(anyHistory, fc.nat(), (history, choice) => {
        const ends = history.flatMap(({ role }, index) =>
          endsRequest(role, history[index + 1]?.role) ? [index + 1] : [],
        );
        const cut = history.slice(0, ends[choice % ends.length]);
        const earlier = wireUnits(mapping, mapping.rawBody(requestOf(cut, { model: mapping.model })));
        const later = wireUnits(mapping, sent(mapping, history));
        expect(later.slice(0, earlier.length)).toEqual(earlier);
      }),
      { numRuns: 200 },
    );
  });

  it("BYT-2: a history that was saved and read again gives the same bytes", async () => {
    await fc.assert(
      fc.asyncProperty(anyHistory, async (random) => {
        const history = random.map(({ role, content }) => {
          return { role, content: content.filter((block) => block.type !== "image") };
        });
        const saved = { ...emptyConversation, history };
        const read = await readArchive(await writeArchive(saved, new Map()));
        if (read.kind !== "conversation") throw new Error(`read as ${read.kind}`);
        const live = mapping.rawBody(requestOf(wellFormed(history), { model: mapping.model }));
        expect(mapping.rawBody(requestOf(read.conversation.history, { model: mapping.model }))).toBe(live);
      }),
      { numRuns: 60 },
    );
  });

  it("PRV-2: pairs repeated ids with what they belong to, in the order of the calls", () => {
    const round = (said: string): Message[] => [
      { role: "assistant", content: [call("t"), call("u")] },
      { role: "tool", content: [result("u", `${said} of u`), result("t", `${said} of t`)] },
    ];
    const raw = sent(mapping, [user("hello"), ...round("one"), ...round("two"), user("go on")]);
    const places = ["one of t", "one of u", "two of t", "two of u"].map((text) => raw.indexOf(text));
    expect(places.every((place) => place > 0)).toBe(true);
    expect(places).toEqual([...places].sort((one, other) => one - other));
  });

  it("IMG-3: an image that is lost, or of another kind, reads as the fixed text", () => {
    const image = (sha256: string): Block => ({ type: "image", sha256, mimeType: "image/png" });
    const content = [{ type: "imageOmitted", mimeType: "image/png" } as const, image("f".repeat(64)), image(svgHash)];
    const raw = sent(mapping, [{ role: "user", content }]);
    expect([raw.split(omitted).length - 1, raw.split(notTaken).length - 1]).toEqual([2, 1]);
  });

  it("PRV-1: nothing of the request varies but with the request", () => {
    const history = [user("hello")];
    expect(sent(mapping, history)).toBe(sent(mapping, structuredClone(history)));
  });

  it("PRV-2: no tools and no system prompt leave nothing behind", () => {
    const raw = sent(mapping, [user("hello")], { tools: [], systemPrompt: " " });
    expect(raw).not.toContain("You design.");
    expect(raw).not.toMatch(/"(system|instructions)"/);
  });
});

describe.each(named.filter(([name]) => name !== "Anthropic"))("a model without eyes: %s", (_, mapping) => {
  it("PRV-2: reads a text where an image is", () => {
    const history: Message[] = [
      user("hello"),
      { role: "user", content: [{ type: "image", sha256: pngHash, mimeType: "image/png" }] },
    ];
    const request = requestOf(history, { model: mapping.model });
    const [blind, seeing] = [false, true].map((takesImages) => mapping.rawBody(request, takesImages));
    expect(mapping.validate(blind ?? "")).toEqual([]);
    expect(blind).toContain(notTaken);
    expect(seeing).not.toContain(notTaken);
  });
});

/** Requests end with messages of the person or the tools; what directly follows those belongs to the same request. */
function endsRequest(role: Message["role"], next: Message["role"] | undefined): boolean {
  return role === "user" || (role === "tool" && next !== "tool");
}

/** What a file can't hold, halves of surrogate pairs, never enters a history (TRN-7). */
function wellFormed<Value>(value: Value): Value {
  return JSON.parse(JSON.stringify(value, (_, one) => (typeof one === "string" ? one.toWellFormed() : one)));
}
