import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { runCompaction } from "../../../../src/agent/compaction/runCompaction.ts";
import type { ChatRequest } from "../../../../src/agent/ports.ts";
import type { Tool } from "../../../../src/agent/tool.ts";
import { hashBytes } from "../../../../src/archive/images.ts";
import { readArchive, writeArchive } from "../../../../src/archive/index.ts";
import { findReclaimed } from "../../../../src/archive/reclaimed.ts";
import type { ArchivedConversation, Message } from "../../../../src/archive/types.ts";
import { withCompaction } from "../../../../src/conversation/compaction/compacted.ts";
import { compactedText, withResultsReclaimed } from "../../../../src/conversation/compaction/reclaim.ts";
import { undoableNotice, withUndone } from "../../../../src/conversation/compaction/rewrites.ts";
import { compactionCut, hasSummary, turnOpenings } from "../../../../src/conversation/compaction/turnOpenings.ts";
import { Conversation } from "../../../../src/conversation/conversation.ts";
import { anthropicBody } from "../../../../src/providers/anthropic/messages.ts";
import { anyConversation } from "../../../support/conversations.ts";
import { message } from "../../../support/messages.ts";
import {
  answer,
  failure,
  hold,
  type ModelServer,
  type Script,
  startModelServer,
  text,
} from "../../../support/modelServer/index.ts";
import { isRequestPrefix, requestUnits } from "../../../support/requestPrefix.ts";
import { servedTurns } from "../../../support/servedTurns.ts";
import { looseTool, succeed } from "../../../support/toolTurns.ts";
import { type PlannedTurn, plannedTurn, scriptsOf } from "../../../support/turnPlans.ts";
import { mappings } from "../../../support/wire/mappings.ts";

const png = Uint8Array.of(0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 1, 2, 3);
const sections = { designSystem: "accent: #2F6FED", context: "page Landing" };
const prompt = { characters: 100 };

let server: ModelServer;
let scripts: Script[] = [];
let images: Map<string, Uint8Array>;
let tools: readonly Tool[];

beforeAll(async () => {
  // What goes before each body is looked at below: a message may be handed back that the server thinks answered.
  server = await startModelServer({ expectsPrefix: false, answer: () => scripts.shift() ?? answer("Done.") });
  const sha256 = await hashBytes(png);
  images = new Map([[sha256, png]]);
  tools = [
    looseTool("look", async (input) => succeed(`${JSON.stringify(input)} ${"long ".repeat(60)}`)),
    looseTool("change", async () => succeed("changed \ud800"), { changes: true }),
    looseTool("picture", async () => succeed("drawn", { images: [{ sha256, mimeType: "image/png" }] })),
  ];
});
afterAll(() => server.close());

type Act = PlannedTurn | "compact" | "fail" | "cancel" | "reclaim" | "undo" | "queue" | "reopen";

const act: fc.Arbitrary<Act> = fc.oneof(
  { weight: 6, arbitrary: plannedTurn },
  { weight: 3, arbitrary: fc.constantFrom<Act>("compact", "fail", "cancel", "reclaim", "undo", "queue", "reopen") },
);

function requestOf(history: readonly Message[]): ChatRequest {
  const { ports } = servedTurns(server.url, { tools, images });
  const { model, systemPrompt, webSearch, image } = ports;
  return { model, systemPrompt, webSearch, image, history, tools: tools.map(({ definition }) => definition) };
}

/** The body of a request that sends this history. */
function bodyOf(history: readonly Message[]): string {
  return JSON.stringify(anthropicBody(requestOf(history), { maxTokens: 32_000, cacheTtl: "5m" }));
}

/** The history that the next message sends. */
function nextHistory(saved: ArchivedConversation): readonly Message[] {
  const conversation = new Conversation(saved);
  conversation.openTurn(message("Next", { id: "next" }), sections);
  return conversation.history;
}

const nextBody = (saved: ArchivedConversation): string => bodyOf(nextHistory(saved));

/** What any provider would refuse of the request that the next message sends. */
function violations(saved: ArchivedConversation): readonly string[] {
  const request = requestOf(nextHistory(saved));
  return mappings.flatMap(({ name, model, rawBody, validate }) =>
    validate(rawBody({ ...request, model })).map((violation) => `${name}: ${violation}`),
  );
}

async function reopen(saved: ArchivedConversation): Promise<ArchivedConversation> {
  const read = await readArchive(await writeArchive(saved, images));
  if (read.kind === "unreadable") throw new Error(read.reason);
  return read.kind === "conversation" ? read.conversation : saved;
}

/** Calls and results by their messages; every call of a turn that is over has one result, right after it. */
function expectPaired(history: readonly Message[]): void {
  for (const [index, { role, content }] of history.entries()) {
    if (role !== "assistant") continue;
    const called = content.flatMap((block) => (block.type === "toolCall" ? [block.id] : []));
    const next = history.findIndex((each, place) => place > index && each.role !== "tool");
    const results = history.slice(index + 1, next < 0 ? undefined : next).flatMap((each) => each.content);
    const answered = results.flatMap((block) => (block.type === "toolResult" ? [block.callID] : []));
    expect(answered.toSorted()).toEqual(called.toSorted());
  }
}

/** One conversation that everything happens to. */
class Player {
  #conversation = new Conversation();
  /** The last body that the next one has to begin with; undefined once the history was rewritten. */
  #last: string | undefined;

  async play(next: Act): Promise<void> {
    if (typeof next === "object") return this.#turn(next);
    switch (next) {
      case "compact":
        return this.#compact(answer(text("Sum", "mary “ß” 😀\n")), "compacted");
      case "fail":
        return this.#compact(failure(500, "api_error", "Internal"), "failed");
      case "cancel":
        return this.#compact(answer("Half", hold("never")), "cancelled");
      case "reclaim":
        return this.#reclaim();
      case "undo":
        return this.#undo();
      case "queue":
        this.#conversation.addQueued(message("Later"));
        return;
      case "reopen":
        this.#conversation = new Conversation(await reopen(this.#conversation.snapshot()));
    }
  }

  async #turn(plan: PlannedTurn): Promise<void> {
    scripts = scriptsOf(plan);
    const start = server.requests.length;
    const shown = plan.at % 3 === 0 ? [...images.keys()] : [];
    const pictures = shown.map((sha256) => ({ sha256, mimeType: "image/png" }));
    const sent = message("Größer", { mode: plan.mode, images: pictures });
    const before = this.#conversation.snapshot();
    let steps = 0;
    let left: ArchivedConversation | undefined;
    const { turns, cards } = servedTurns(server.url, {
      conversation: this.#conversation,
      tools,
      images,
      sections,
      onProgress: () => {
        if (plan.end !== "undisturbed" && turns.state === "running" && ++steps === plan.at + 1) {
          if (plan.end === "kill") left = this.#conversation.snapshot();
          void turns.stop();
        }
        for (const { id, type } of this.#conversation.items) {
          if (type === "toolApproval") cards.answer(id, { choice: plan.allows ? "allow" : "deny" });
        }
      },
    });
    // What waits in the queue waits on: it would go out after the turn.
    const { queued } = before;
    for (const entry of queued) this.#conversation.changeWaiting((entry as { id: string }).id, () => undefined);
    await turns.send(sent);
    const bodies = server.requests.slice(start).map(({ body }) => body);
    for (const [index, body] of bodies.entries()) {
      const earlier = bodies[index - 1] ?? this.#last;
      if (earlier !== undefined) expect(isRequestPrefix(earlier, body)).toBe(true);
    }
    const isHandedBack = left === undefined && this.#conversation.findWaiting(sent.id) !== undefined;
    if (left !== undefined) this.#conversation = new Conversation(await reopen(left));
    if (!isHandedBack) {
      this.#last = bodies.at(-1) ?? this.#last;
      this.#expectSections(before);
    }
  }

  /** A turn tells of the sections that the model wasn't left with: after a compaction of all of them (CMP-4). */
  #expectSections({ sentFacts }: ArchivedConversation): void {
    const { history, sentFacts: now } = this.#conversation.snapshot();
    const isKnown = sentFacts.some(({ designSystem }) => designSystem !== undefined);
    const texts = history[now.at(-1)?.message ?? 0]?.content.flatMap((block) => block.text ?? []) ?? [];
    expect(texts.slice(1)).toEqual(isKnown ? [] : ["# Design system\naccent: #2F6FED", "# Context\npage Landing"]);
  }

  async #compact(script: Script, wanted: "compacted" | "failed" | "cancelled"): Promise<void> {
    const before = this.#conversation.snapshot();
    const cut = compactionCut(before);
    const start = server.requests.length;
    scripts = [script];
    const { ports } = servedTurns(server.url, { tools, images });
    const abort = new AbortController();
    const run = runCompaction(ports, this.#conversation, abort.signal);
    let step = await run.next();
    while (step.done !== true) {
      if (wanted === "cancelled" && step.value.type === "text") abort.abort(new Error("Stopped."));
      step = await run.next();
    }
    const bodies = server.requests.slice(start).map(({ body }) => body);
    if (cut === undefined) {
      expect([step.value, bodies, this.#conversation.snapshot()]).toEqual([{ kind: "notOffered" }, [], before]);
      return;
    }
    expect([step.value.kind, bodies.length]).toEqual([wanted, 1]);
    const call = requestUnits(bodies[0] ?? "");
    expect(call.slice(0, -1)).toEqual(requestUnits(bodyOf(before.history)).slice(0, call.length - 1));
    if (wanted === "compacted") await this.#expectCompacted(before, cut);
    else this.#expectUnchanged(before, wanted === "failed" ? 1 : 0);
  }

  async #expectCompacted(before: ArchivedConversation, cut: number): Promise<void> {
    this.#last = undefined;
    const after = this.#conversation.snapshot();
    expect(after.history[0]?.content).toEqual([{ type: "text", text: "# Conversation so far\n\nSummary “ß” 😀\n" }]);
    expect(JSON.stringify(after.history.slice(1))).toBe(JSON.stringify(before.history.slice(cut)));
    expect(after.sentFacts).toEqual(before.sentFacts.slice(-2).map((fact) => ({ message: fact.message - cut + 1 })));
    expect(after.sentFacts.map((fact) => after.history[fact.message])).toEqual(
      before.sentFacts.slice(-2).map((fact) => before.history[fact.message]),
    );
    expect(after.items.slice(0, -1)).toEqual(before.items);
    expect(after.items.at(-1)).toMatchObject({ type: "notice", code: "compacted" });
    const rest = ({
      items: _,
      history: __,
      sentFacts: ___,
      lastRoundUsage: ____,
      usage: _____,
      estimatedCost: ______,
      ...more
    }: ArchivedConversation) => more;
    expect(rest(after)).toEqual(rest(before));
    expectPaired(
      after.history.slice(0, -1).concat(after.history.at(-1)?.role === "assistant" ? [] : after.history.slice(-1)),
    );
    expect(violations(after)).toEqual([]);
    expect(nextBody(await reopen(after))).toBe(nextBody(after));
  }

  #expectUnchanged(before: ArchivedConversation, failures: number): void {
    const after = this.#conversation.snapshot();
    const { items, usage: _, estimatedCost: __, ...rest } = after;
    expect(rest).toEqual(Object.fromEntries(Object.entries(before).filter(([key]) => key in rest)));
    expect(after.history).toBe(before.history);
    expect(items.slice(0, before.items.length)).toEqual(before.items);
    expect(items.slice(before.items.length).map(({ type }) => type)).toEqual(Array(failures).fill("failure"));
  }

  async #reclaim(): Promise<void> {
    const before = this.#conversation.snapshot();
    this.#conversation.rewrite((saved, newId) => withResultsReclaimed(saved, prompt, newId()));
    const after = this.#conversation.snapshot();
    if (after === before) return;
    this.#last = undefined;
    expect(turnOpenings(after)).toEqual(turnOpenings(before));
    for (const [index, { content }] of after.history.entries()) {
      for (const [place, block] of content.entries()) {
        const was = before.history[index]?.content[place];
        if (block === was || block.type !== "toolResult" || was?.type !== "toolResult") continue;
        expect(block).toEqual({ ...was, content: compactedText(was.callID) });
        expect(findReclaimed(after, was.callID)).toContain(was.content);
        expect(findReclaimed(await reopen(after), was.callID)).toBe(findReclaimed(after, was.callID));
      }
    }
    expect(violations(after)).toEqual([]);
    expect(nextBody(await reopen(after))).toBe(nextBody(after));
  }

  async #undo(): Promise<void> {
    const notice = undoableNotice(this.#conversation.snapshot());
    if (notice === undefined) return;
    this.#conversation.rewrite((saved) => withUndone(saved, notice));
    this.#last = undefined;
    expect(undoableNotice(this.#conversation.snapshot())).not.toBe(notice);
    expect(violations(this.#conversation.snapshot())).toEqual([]);
  }
}

describe("a conversation in which anything happens", () => {
  const turn = (calls: number): PlannedTurn => ({
    mode: "Just do it",
    allows: true,
    at: 3,
    end: "undisturbed",
    responses: Array.from({ length: calls }, (_, index) => ({
      isBusyFirst: false,
      thought: "",
      said: "Now.",
      searches: 0,
      calls: [
        { id: `t${index}`, name: "look", args: `{"index":${index}}` },
        { id: "same", name: index % 2 === 0 ? "picture" : "look", args: `{"round":${index}}` },
      ],
      end: "whole",
    })),
  });
  const long = turn(8);
  const examples: [Act[]][] = [
    [
      [
        long,
        turn(0),
        "fail",
        turn(1),
        "cancel",
        "compact",
        turn(0),
        "compact",
        turn(1),
        turn(0),
        "compact",
        "undo",
        turn(0),
      ],
    ],
    [[long, long, "reclaim", turn(0), "reopen", "compact", "undo", "reclaim", "compact", turn(1), "undo"]],
    [[turn(0), turn(0), { ...turn(2), end: "stop" }, { ...turn(2), end: "kill" }, "compact", turn(0)]],
  ];

  it("CMP-3, CMP-4, CMP-5, CMP-8, BYT-2, BYT-3: is compacted without losing or parting anything, whenever that is", {
    timeout: 240_000,
  }, async () => {
    let compacted = 0;
    const property = fc.asyncProperty(fc.array(act, { minLength: 3, maxLength: 14 }), async (acts) => {
      server.reset();
      const player = new Player();
      for (const next of acts) await player.play(next);
      compacted += server.requests.filter(({ body }) => body.includes("# Conversation so far\\n\\n")).length;
      expect([...server.violations]).toEqual([]);
    });
    await fc.assert(property, { numRuns: 120, examples });
    expect(compacted).toBeGreaterThan(0);
  });

  it("CMP-3, FMT-5: and so is whatever a file can hold", () => {
    fc.assert(
      fc.property(anyConversation([{ sha256: "0".repeat(64), bytes: png }]), (saved) => {
        const summary = { text: "So it was.", usage: undefined, cost: { kind: "unknown" } as const };
        const cut = compactionCut(saved);
        const after = withCompaction(saved, summary, prompt, "notice");
        if (cut === undefined) {
          expect(after).toBe(saved);
          return;
        }
        expect(hasSummary(after.history)).toBe(true);
        expect(after.history.slice(1)).toEqual(saved.history.slice(cut));
        expect(turnOpenings(after)).toHaveLength(2);
        expect(violations(after)).toEqual([]);
        expect({ ...withUndone(after, "notice"), items: saved.items }).toEqual(saved);
      }),
      { numRuns: 300 },
    );
  });
});
