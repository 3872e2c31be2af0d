import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Tool } from "../../../src/agent/tool.ts";
import { hashBytes } from "../../../src/archive/images.ts";
import { readArchive, writeArchive } from "../../../src/archive/index.ts";
import type { ArchivedConversation, Message } from "../../../src/archive/types.ts";
import { Conversation } from "../../../src/conversation/conversation.ts";
import type { WaitingMessage } from "../../../src/conversation/waitingMessage.ts";
import { message } from "../../support/messages.ts";
import { answer, type ModelServer, type Script, startModelServer } from "../../support/modelServer/index.ts";
import { isRequestPrefix } from "../../support/requestPrefix.ts";
import { servedTurns } from "../../support/servedTurns.ts";
import { looseTool, succeed } from "../../support/toolTurns.ts";
import { type PlannedTurn, plannedTurn, scriptsOf } from "../../support/turnPlans.ts";

const png = Uint8Array.of(0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 1, 2, 3);

let server: ModelServer;
let scripts: Script[] = [];
let images: Map<string, Uint8Array>;
let tools: readonly Tool[];

beforeAll(async () => {
  // The same turn is sent by two conversations here, so what goes before what is looked at below.
  server = await startModelServer({ expectsPrefix: false, answer: () => scripts.shift() ?? answer("Done.") });
  const sha256 = await hashBytes(png);
  images = new Map([[sha256, png]]);
  const picture = { sha256, mimeType: "image/png" };
  tools = [
    looseTool("look", async (input) => succeed(JSON.stringify(input))),
    looseTool("change", async () => succeed("changed \ud800"), { changes: true }),
    looseTool("picture", async () => succeed("drawn", { images: [picture] })),
  ];
});
afterAll(() => server.close());

/** What is read after it was saved. */
async function reopen(saved: ArchivedConversation): Promise<Conversation> {
  const read = await readArchive(await writeArchive(saved, images));
  if (read.kind === "unreadable") throw new Error(read.reason);
  return new Conversation(read.kind === "conversation" ? read.conversation : undefined);
}

/** Runs a turn as planned; gives the bodies that were sent, and what a program that was killed leaves behind. */
async function runTurn(conversation: Conversation, sent: WaitingMessage, plan: PlannedTurn) {
  scripts = scriptsOf(plan);
  const start = server.requests.length;
  let steps = 0;
  let left: ArchivedConversation | undefined;
  const { turns, cards } = servedTurns(server.url, {
    conversation,
    tools,
    images,
    onProgress: () => {
      if (plan.end !== "undisturbed" && turns.state === "running" && ++steps === plan.at + 1) {
        if (plan.end === "kill") left = conversation.snapshot();
        void turns.stop();
      }
      for (const { id, type } of conversation.items) {
        if (type === "toolApproval") cards.answer(id, { choice: plan.allows ? "allow" : "deny" });
      }
    },
  });
  await turns.send(sent);
  const bodies = server.requests.slice(start).map(({ body }) => body);
  const isHandedBack = left === undefined && conversation.findWaiting(sent.id) !== undefined;
  return { bodies, left, isHandedBack };
}

/** Every call of a turn that is over has one result, right after it: in a message of their own those that a crash left out. */
function expectAnswered(history: readonly Message[]): void {
  for (const [index, { role, content }] of history.entries()) {
    if (role !== "assistant") continue;
    const called = content.flatMap((block) => (block.type === "toolCall" ? [block.id] : []));
    const next = history.findIndex((each, place) => place > index && each.role !== "tool");
    const results = history.slice(index + 1, next < 0 ? undefined : next).flatMap((each) => each.content);
    const answered = results.flatMap((block) => (block.type === "toolResult" ? [block.callID] : []));
    expect(answered.toSorted()).toEqual(called.toSorted());
  }
}

/** Runs all turns on a conversation that stays open, and each on one that is read anew as well. */
async function playBoth(plans: readonly PlannedTurn[]): Promise<void> {
  server.reset();
  let live = new Conversation();
  let before: string | undefined;
  for (const plan of plans) {
    const sent = message("Größer – bigger", { mode: plan.mode });
    const again = await runTurn(await reopen(live.snapshot()), sent, plan);
    const { bodies, left, isHandedBack } = await runTurn(live, sent, plan);
    // Two turns that are interrupted may have come to different points of their tools.
    const count = plan.end === "undisturbed" ? bodies.length : 1;
    expect(again.bodies.slice(0, count)).toEqual(bodies.slice(0, count));
    for (const [index, body] of bodies.entries()) {
      const earlier = bodies[index - 1] ?? before;
      if (earlier !== undefined) expect(isRequestPrefix(earlier, body)).toBe(true);
    }
    if (left === undefined) expectAnswered(live.history);
    else live = await reopen(left);
    if (!isHandedBack) before = bodies.at(-1) ?? before;
  }
  expect(server.violations).toEqual([]);
}

/** A turn with calls whose program is killed after each of its steps, and a turn after it. */
const killedAtEveryStep = Array.from({ length: 12 }, (_, at): [PlannedTurn[]] => {
  const turn = { mode: "Ask first", allows: true, at } as const;
  const calls = ["change", "look"].map((name, index) => ({ id: `t${index}`, name, args: "{}" }));
  const response = { isBusyFirst: false, thought: "", said: "Now.", searches: 1, calls, end: "whole" } as const;
  return [
    [
      { ...turn, responses: [response], end: "kill" },
      { ...turn, responses: [], end: "undisturbed" },
    ],
  ];
});

describe("a conversation that was reopened before every turn, whatever happened in it", () => {
  it("BYT-2, BYT-3, TRN-7: sends what the one that stayed open sends, and each request begins with the one before", {
    timeout: 120_000,
  }, async () => {
    await fc.assert(fc.asyncProperty(fc.array(plannedTurn, { minLength: 1, maxLength: 4 }), playBoth), {
      numRuns: 40,
      examples: killedAtEveryStep,
    });
  });
});
