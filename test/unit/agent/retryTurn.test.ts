import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { readArchive, writeArchive } from "../../../src/archive/index.ts";
import type { ArchivedConversation, Item } from "../../../src/archive/types.ts";
import { undoableNotice } from "../../../src/conversation/compaction/rewrites.ts";
import { Conversation } from "../../../src/conversation/conversation.ts";
import { asWaitingMessage } from "../../../src/conversation/waitingMessage.ts";
import { message } from "../../support/messages.ts";
import {
  answer,
  failure,
  hold,
  type ModelServer,
  startModelServer,
  text,
  toolCall,
} from "../../support/modelServer/index.ts";
import { isRequestPrefix } from "../../support/requestPrefix.ts";
import { servedTurns } from "../../support/servedTurns.ts";

const png = Uint8Array.of(0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 1, 2, 3);
const image = { sha256: "", mimeType: "image/png" };
const images = new Map<string, Uint8Array>();

let server: ModelServer;
beforeAll(async () => {
  server = await startModelServer();
  const digest = await crypto.subtle.digest("SHA-256", png);
  image.sha256 = Buffer.from(digest).toString("hex");
  images.set(image.sha256, png);
});
afterAll(() => server.close());
beforeEach(() => server.reset());

/** A conversation of two turns, the second with an image, a tool and an answer. */
async function twoTurns(conversation = new Conversation()) {
  const served = servedTurns(server.url, { conversation, images });
  server.enqueue(answer("One."), answer(toolCall("t", "echo", '{"a":1}')), answer("Two."));
  await served.turns.send(message("First"));
  await served.turns.send(message("Second", { images: [image], mode: "Discuss" }));
  return served;
}

function bodies(): string[] {
  return server.requests.map(({ body }) => body);
}

function shown(conversation: Conversation): (string | undefined)[] {
  return conversation.items.map((item: Item) => (item.type === "tool" ? item.name : item.text));
}

async function reopened(conversation: Conversation): Promise<Conversation> {
  const read = await readArchive(await writeArchive(conversation.snapshot(), images));
  if (read.kind !== "conversation") throw new Error("Nothing was read.");
  return new Conversation(read.conversation);
}

describe("retrying the last turn", () => {
  it("BYT-3: sends the same message anew behind the turns before it, and goes on from there", async () => {
    const { conversation, turns } = await twoTurns();
    const before = conversation.snapshot();
    server.forgetPrefixes();
    server.enqueue(answer("Another."), answer("Three."));
    expect(await turns.retryTurn("Discuss")).toEqual({ kind: "completed" });
    await turns.send(message("Third"));
    expect(server.violations).toEqual([]);
    const [first = "", second = "", , again = "", last = ""] = bodies();
    // What was tried before is gone; what stands before it is not.
    expect(again).toBe(second);
    expect([isRequestPrefix(first, again), isRequestPrefix(again, last)]).toEqual([true, true]);
    expect(shown(conversation)).toEqual(["First", "One.", "Second", "Another.", "Third", expect.anything()]);
    expect(conversation.snapshot().sentFacts).toEqual([{ message: 0 }, { message: 2 }, { message: 4 }]);
    expect(conversation.items[2]).toMatchObject({ hasImage: true, images: [image.sha256] });
    expect(conversation.items[2]?.id).not.toBe(before.items[2]?.id);
    expect(conversation.usage.output).toBeGreaterThan(before.usage.output);
  });

  it("TRN-2: runs in the mode that is chosen now", async () => {
    const { conversation, turns } = await twoTurns();
    server.forgetPrefixes();
    await turns.retryTurn("Ask first");
    expect(conversation.history[2]?.content[0]).toEqual({
      type: "text",
      text: "# This turn\nMode: Ask first\n\nSecond",
    });
  });

  it("PKG-0: works after a reopen", async () => {
    const { conversation } = await twoTurns();
    const again = servedTurns(server.url, { conversation: await reopened(conversation), images });
    server.forgetPrefixes();
    expect(await again.turns.retryTurn("Discuss")).toEqual({ kind: "completed" });
    expect(server.violations).toEqual([]);
    expect(bodies()[3]).toBe(bodies()[1]);
  });

  it("works on the very first turn", async () => {
    const { conversation, turns } = servedTurns(server.url);
    server.enqueue(answer("One."), answer("Other."));
    await turns.send(message("First"));
    await turns.retryTurn("Just do it");
    expect(shown(conversation)).toEqual(["First", "Other."]);
    expect(conversation.history).toHaveLength(2);
    expect(bodies()[1]).toBe(bodies()[0]);
  });

  it("TRN-6: a try that fails before anything came leaves the turn as it was, and says how it failed", async () => {
    const { conversation, turns } = await twoTurns();
    const before = conversation.snapshot();
    server.forgetPrefixes();
    server.enqueue(failure(401, "authentication_error", "invalid x-api-key"));
    expect(await turns.retryTurn("Just do it")).toMatchObject({ kind: "failed" });
    const after = conversation.snapshot();
    expect(after.items.slice(0, -1)).toEqual(before.items);
    expect(after.items.at(-1)).toMatchObject({ type: "failure", code: "authentication" });
    expect([after.history, after.sentFacts, after.unsent]).toEqual([before.history, before.sentFacts, []]);
    expect(turns.canRetry).toBe(true);
  });

  it("TRN-6: a try that is stopped before anything came leaves the turn as it was", async () => {
    const { conversation, turns } = await twoTurns();
    const before = conversation.snapshot();
    conversation.rate(before.items.at(-1)?.id ?? "", "good", []);
    server.forgetPrefixes();
    server.enqueue(answer(hold("never")));
    const running = turns.retryTurn("Just do it");
    await expect.poll(() => server.requests.length).toBe(4);
    await turns.stop();
    expect(await running).toEqual({ kind: "stopped" });
    const { items, history, feedback, unsent } = conversation.snapshot();
    expect(items.slice(0, before.items.length)).toEqual(before.items);
    expect([history, Object.values(feedback).length, unsent]).toEqual([before.history, 1, []]);
  });

  it("FMT-6: what was said of the items that go, goes with them", async () => {
    const { conversation, turns } = await twoTurns();
    const [kept, , , , last] = conversation.items;
    conversation.rate(kept?.id ?? "", "good", []);
    conversation.rate(last?.id ?? "", "bad", ["Wrong"]);
    server.forgetPrefixes();
    server.enqueue(answer("Another."));
    await turns.retryTurn("Just do it");
    expect(Object.keys(conversation.feedback)).toEqual([kept?.id]);
  });

  it("is not offered while a turn runs, before the first one, and once it is done it is refused", async () => {
    const { conversation, turns } = servedTurns(server.url);
    expect([turns.canRetry, turns.retryTurn("Discuss"), turns.reviseMessage()]).toEqual([false, undefined, false]);
    server.enqueue(answer(text("One"), hold("go")));
    const running = turns.send(message("First"));
    await expect.poll(() => conversation.hasAnswer).toBe(true);
    expect([turns.canRetry, turns.retryTurn("Discuss"), turns.reviseMessage()]).toEqual([false, undefined, false]);
    server.release("go");
    await running;
    expect(turns.canRetry).toBe(true);
  });
});

describe("editing the last message", () => {
  it("TRN-6: hands it to the composer; sent, it takes the place of its turn, whose cost stays counted", async () => {
    const { conversation, turns } = await twoTurns();
    const { usage, history } = conversation;
    expect([turns.reviseMessage(), turns.reviseMessage()]).toEqual([true, true]);
    // Until it is sent nothing is lost.
    expect(shown(conversation)).toEqual(["First", "One.", "Second", "echo", "Two."]);
    expect(conversation.history).toBe(history);
    expect(conversation.unsent).toMatchObject([{ text: "Second", images: [image], mode: "Discuss" }]);
    const edited = asWaitingMessage(conversation.unsent[0]);
    if (edited === undefined) throw new Error("Nothing was handed back.");
    server.forgetPrefixes();
    server.enqueue(answer("Better."));
    await turns.send({ ...edited, text: "Second, better" });
    expect(shown(conversation)).toEqual(["First", "One.", "Second, better", "Better."]);
    expect(conversation.unsent).toEqual([]);
    expect(conversation.usage.output).toBeGreaterThan(usage.output);
    expect(server.violations).toEqual([]);
    expect(isRequestPrefix(bodies()[0] ?? "", bodies()[3] ?? "")).toBe(true);
  });

  it("TRN-6: one that fails before anything came leaves the turn as it was, and is still there to be sent", async () => {
    const { conversation, turns } = await twoTurns();
    const { history } = conversation;
    turns.reviseMessage();
    const edited = asWaitingMessage(conversation.unsent[0]);
    if (edited === undefined) throw new Error("Nothing was handed back.");
    server.forgetPrefixes();
    server.enqueue(failure(401, "authentication_error", "invalid x-api-key"));
    await turns.send({ ...edited, text: "Second, better" });
    expect(shown(conversation).slice(0, 5)).toEqual(["First", "One.", "Second", "echo", "Two."]);
    expect(conversation.history).toEqual(history);
    expect(conversation.unsent).toMatchObject([{ text: "Second, better", revises: edited.revises }]);
  });

  it("sent after another message, it is a message like any other", async () => {
    const { conversation, turns } = await twoTurns();
    turns.reviseMessage();
    const edited = asWaitingMessage(conversation.unsent[0]);
    if (edited === undefined) throw new Error("Nothing was handed back.");
    server.enqueue(answer("Three."), answer("Four."));
    await turns.send(message("Third"));
    await turns.send(edited);
    expect(shown(conversation).slice(-4)).toEqual(["Third", "Three.", "Second", "Four."]);
  });

  it("IMG-2: an image that a save has left out stays left out", async () => {
    const { conversation } = await twoTurns();
    const saved = conversation.snapshot();
    const history = saved.history.map((each) => ({
      ...each,
      content: each.content.map((block) =>
        block.type === "image" ? { type: "imageOmitted" as const, mimeType: block.mimeType } : block,
      ),
    }));
    const again = new Conversation({ ...saved, history });
    const taken = again.takeBackTurn();
    if (taken === undefined) throw new Error("Nothing was taken back.");
    again.openTurn(taken);
    expect(again.history[2]?.content[1]).toEqual({ type: "imageOmitted", mimeType: "image/png" });
  });
});

describe("a turn that can't be taken back", () => {
  const opening = (written: string) => ({
    role: "user" as const,
    content: [{ type: "text" as const, text: `# This turn\nMode: Discuss\n\n${written}` }],
  });
  const said = { role: "assistant" as const, content: [{ type: "text" as const, text: "Yes." }] };

  function canTakeBack(changed: Partial<ArchivedConversation>): boolean {
    return new Conversation({ ...new Conversation().snapshot(), ...changed }).canTakeBack;
  }

  it("CMP-3: one that a compaction took in, one of another program, one whose item is another", () => {
    const items: Item[] = [{ id: "u", type: "user", text: "Hi" }];
    const sentFacts = [{ message: 0 }];
    expect(canTakeBack({ items, history: [opening("Hi"), said], sentFacts })).toBe(true);
    expect(canTakeBack({ items, history: [opening("Hi"), said] })).toBe(true);
    const summary = {
      role: "user" as const,
      content: [{ type: "text" as const, text: "# Conversation so far\n\nHi" }],
    };
    expect(canTakeBack({ items, history: [summary] })).toBe(false);
    const foreign = { role: "user" as const, content: [{ type: "text" as const, text: "Hi" }] };
    expect(canTakeBack({ items, history: [foreign, said], sentFacts })).toBe(false);
    expect(canTakeBack({ items, history: [opening("Ho"), said], sentFacts })).toBe(false);
    expect(canTakeBack({ items, history: [opening("Hi"), said], sentFacts: [{ message: 7 }] })).toBe(false);
    expect(canTakeBack({ items: [], history: [opening("Hi"), said], sentFacts })).toBe(false);
  });
});

describe("retrying behind a compaction", () => {
  /** Three turns and one compaction. */
  async function compacted() {
    const served = servedTurns(server.url, {});
    for (const name of ["First", "Second", "Third"]) {
      server.enqueue(answer(`${name} answer.`));
      await served.turns.send(message(name));
    }
    server.forgetPrefixes();
    server.enqueue(answer("So it was."));
    expect((await served.turns.compact()).kind).toBe("compacted");
    server.forgetPrefixes();
    return served;
  }
  const notices = ({ items }: Conversation) => items.filter(({ code }) => code === "compacted").map(({ id }) => id);

  it("CMP-3: keeps the notice, before the new turn, and the summary in the history", async () => {
    const { conversation, turns } = await compacted();
    const [noticeId] = notices(conversation);
    server.enqueue(answer("Another answer."));
    await turns.retryTurn("Just do it");
    expect(notices(conversation)).toEqual([noticeId]);
    expect(shown(conversation).slice(-3)).toEqual([conversation.items.at(-3)?.text, "Third", "Another answer."]);
    expect(conversation.items.at(-3)?.id).toBe(noticeId);
    expect(JSON.stringify(conversation.history[0])).toContain("So it was.");
    expect(conversation.history).toHaveLength(5);
  });

  it("CMP-3, CMP-9: brings the turn and the notice back once when the new one fails, and it can be undone still", async () => {
    const { conversation, turns } = await compacted();
    const before = conversation.items;
    server.enqueue(failure(400, "invalid_request_error", "No."));
    await turns.retryTurn("Just do it");
    expect(conversation.items.slice(0, before.length)).toEqual(before);
    expect(conversation.items.slice(before.length).map(({ type }) => type)).toEqual(["failure"]);
    expect(undoableNotice(conversation)).toBe(notices(conversation)[0]);
  });

  it("CMP-5: a compaction that failed is no part of the turn before it", async () => {
    const { conversation, turns } = await compacted();
    server.enqueue(answer("Fourth answer."));
    await turns.send(message("Fourth"));
    server.forgetPrefixes();
    server.enqueue(answer(""));
    expect((await turns.compact()).kind).toBe("failed");
    const failed = conversation.items.at(-1);
    server.forgetPrefixes();
    server.enqueue(answer("Another answer."));
    await turns.retryTurn("Just do it");
    expect(conversation.items.at(-3)).toEqual(failed);
    expect(shown(conversation).slice(-2)).toEqual(["Fourth", "Another answer."]);
  });
});
