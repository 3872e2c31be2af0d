import { describe, expect, it } from "vitest";
import { emptyConversation } from "../../../src/archive/defaults.ts";
import type { Usage } from "../../../src/archive/types.ts";
import { Conversation } from "../../../src/conversation/conversation.ts";
import { message } from "../../support/messages.ts";

const used: Usage = { input: 10, output: 2, cacheRead: 3, cacheWrite: 0, webSearchRequests: 0 };

/** A conversation whose clock goes on by a minute each time it is asked. */
function timedConversation(): Conversation {
  let minute = 0;
  const now = () => new Date(Date.UTC(2026, 2, 4, 10, ++minute)).toISOString();
  return new Conversation(emptyConversation, undefined, now);
}

describe("what marks a turn", () => {
  it("FMT-4: its message has the time when it was sent, its last item when it ended", () => {
    const conversation = timedConversation();
    conversation.openTurn(message("Hello"));
    conversation.appendThinking("Hm");
    conversation.appendText("Well");
    conversation.endTurn({ kind: "completed" });
    expect(conversation.items.map(({ time }) => time)).toEqual([
      "2026-03-04T10:01:00.000Z",
      undefined,
      "2026-03-04T10:02:00.000Z",
    ]);
  });

  it("FMT-9, FMT-10: its last item has what this turn used, not what the conversation did", () => {
    const conversation = timedConversation();
    for (const text of ["One", "Two"]) {
      conversation.openTurn(message(text));
      conversation.countRequest(used, { kind: "estimated", dollars: 0.1 });
      conversation.countRequest(used, { kind: "estimated", dollars: 0.2 });
      conversation.appendText("Well");
      conversation.endTurn({ kind: "completed" });
    }
    expect(conversation.usage.input).toBe(40);
    expect(conversation.items.at(-1)).toMatchObject({
      usage: { ...used, input: 20, output: 4, cacheRead: 6 },
      cost: { kind: "estimated", dollars: 0.3 },
    });
    expect(conversation.items.at(-2)).not.toHaveProperty("usage");
  });

  it("TRN-6: a turn that was handed back leaves no mark on the one before", () => {
    const conversation = timedConversation();
    conversation.openTurn(message("One"));
    conversation.appendText("Well");
    conversation.endTurn({ kind: "completed" });
    const before = conversation.items;
    conversation.openTurn(message("Two"));
    conversation.countRequest(used, { kind: "estimated", dollars: 0.1 });
    conversation.endTurn({ kind: "stopped" });
    expect(conversation.items).toEqual(before);
    expect(conversation.unsent).toHaveLength(1);
  });

  it("BYT-3: the history, which is what is sent, knows nothing of it", () => {
    const [timed, plain] = [timedConversation(), new Conversation()];
    for (const conversation of [timed, plain]) {
      conversation.openTurn(message("Hello"));
      conversation.countRequest(used, { kind: "reported", dollars: 0.1 });
      conversation.appendText("Well");
      conversation.endTurn({ kind: "completed" });
    }
    expect(timed.history).toEqual(plain.history);
    expect(plain.items.some((item) => "time" in item)).toBe(false);
  });
});
