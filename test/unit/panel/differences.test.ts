import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { emptyConversation } from "../../../src/archive/defaults.ts";
import type { ArchivedConversation, Item } from "../../../src/archive/types.ts";
import { Conversation } from "../../../src/conversation/conversation.ts";
import { PanelFeed } from "../../../src/panel/panelFeed.ts";
import type { PanelSource } from "../../../src/panel/panelState.ts";
import { applyChange, type Change, itemAt, itemCount, type PanelState, pageSize } from "../../../src/protocol/index.ts";
import { message } from "../../support/messages.ts";
import { sourceOf, stateOf } from "../../support/panelStates.ts";

/** A view and its host's end, as one: what was told is applied at once. */
class View {
  readonly #feed = new PanelFeed();
  state: PanelState;
  told: Change[] = [];

  constructor(conversation: Conversation) {
    this.state = this.#feed.whole(sourceOf(conversation));
  }

  hear(conversation: Conversation, more: Partial<PanelSource> = {}): void {
    this.#apply(this.#feed.changes(sourceOf(conversation, more)));
  }

  ask(conversation: Conversation, ...pages: number[]): void {
    this.#apply(this.#feed.pages(sourceOf(conversation), pages));
  }

  #apply(changes: Change[]): void {
    this.told = changes;
    for (const change of changes) {
      const next = applyChange(this.state, structuredClone(change));
      if (next === undefined) throw new Error(`${change.op} doesn't fit`);
      this.state = next;
    }
  }

  /** Every item that is known is as the whole conversation has it, and the newest are known. */
  expectRight(conversation: Conversation): void {
    const all = shown(conversation);
    expect(itemCount(this.state)).toBe(all.length);
    const known = all.map((_item, index) => itemAt(this.state, index));
    for (const [index, item] of known.entries()) if (item !== undefined) expect(item).toEqual(all[index]);
    expect(known.slice(-pageSize)).toEqual(all.slice(-pageSize));
  }
}

/** Every item of the conversation, as a view would be shown it that knows them all. */
function shown(conversation: Conversation) {
  const feed = new PanelFeed();
  let state = feed.whole(sourceOf(conversation));
  const pages = Array.from({ length: state.itemsBefore / pageSize }, (_page, index) => index);
  for (const change of feed.pages(sourceOf(conversation), pages)) state = applyChange(state, change) ?? state;
  return Array.from({ length: itemCount(state) }, (_item, index) => itemAt(state, index));
}

function saved(count: number): ArchivedConversation {
  const items = Array.from(
    { length: count },
    (_item, index): Item => ({ id: `${index}`, type: index % 2 === 0 ? "user" : "assistant", text: `Text ${index}` }),
  );
  return { ...emptyConversation, items };
}

type Step =
  | { kind: "open" | "text" | "call" | "end" | "stop" | "reset" | "notice" }
  | { kind: "rate" | "ask"; at: number };

const step: fc.Arbitrary<Step> = fc.oneof(
  fc.record({ kind: fc.constantFrom("open", "text", "text", "call", "end", "stop", "notice") }),
  fc.record({ kind: fc.constantFrom("rate", "ask"), at: fc.nat(400) }),
  { weight: 1, arbitrary: fc.constant({ kind: "reset" } as const) },
);

function take(conversation: Conversation, view: View, next: Step): void {
  const { runningFrom } = conversation;
  switch (next.kind) {
    case "open":
      if (runningFrom === undefined) conversation.openTurn(message("More"));
      break;
    case "text":
      conversation.appendText("word ");
      break;
    case "call":
      if (runningFrom === undefined) break;
      conversation.appendToolCall({ id: "call", name: "get_document", arguments: "{}" });
      for (const call of conversation.finishResponse())
        conversation.addToolOutcome(call, "get_document", {
          content: "{}",
          isError: false,
          statusText: "Read",
          summary: "Read",
        });
      break;
    case "end":
      conversation.endTurn({ kind: "completed" });
      break;
    case "stop":
      conversation.endTurn({ kind: "stopped" });
      break;
    case "notice":
      conversation.addNotice("Note", "code");
      break;
    case "reset":
      conversation.reset();
      break;
    case "rate":
      rateOneOf(conversation, next.at);
      break;
    case "ask":
      view.ask(conversation, Math.floor(next.at / 50));
      break;
  }
}

/** What is arriving can't be rated yet. */
function rateOneOf(conversation: Conversation, at: number): void {
  const { settledItems } = conversation;
  const item = settledItems[at % Math.max(settledItems.length, 1)];
  if (item !== undefined) conversation.rate(item.id, "good", []);
}

describe("what a view is told", () => {
  it("whatever happens, every item that it knows is right, and the newest are known", () => {
    fc.assert(
      fc.property(fc.nat(350), fc.array(step, { maxLength: 25 }), (count, steps) => {
        const conversation = new Conversation(saved(count));
        const view = new View(conversation);
        for (const next of steps) {
          take(conversation, view, next);
          view.hear(conversation);
          view.expectRight(conversation);
        }
      }),
      { numRuns: 60 },
    );
  });

  it("besides the items, what changed is replaced by its key", () => {
    const conversation = new Conversation();
    const view = new View(conversation);
    view.hear(conversation, { turn: "running", retry: { attempt: 1, tries: 8, milliseconds: 2000, reason: "Busy" } });
    expect(view.told).toMatchObject([{ op: "set", values: { turn: "running", retry: { seconds: 2 } }, removed: [] }]);
    view.hear(conversation);
    expect(view.told).toEqual([{ op: "set", values: { turn: "idle" }, removed: ["retry"] }]);
    expect(view.state).toEqual(stateOf(conversation));
  });

  it("a state that is sent whole has the newest page of 10,000 items, and the whole last turn", () => {
    const conversation = new Conversation(saved(10_000));
    expect(stateOf(conversation)).toMatchObject({ itemsBefore: 9_900 });
    conversation.openTurn(message("A long turn"));
    for (let call = 0; call < 250; call++) {
      conversation.appendToolCall({ id: `${call}`, name: "get_document", arguments: "{}" });
      conversation.finishResponse();
    }
    const { items, itemsBefore } = stateOf(conversation);
    expect(itemsBefore).toBe(10_000);
    expect(items).toHaveLength(251);
    expect(items[0]).toMatchObject({ type: "user", text: "A long turn" });
  });

  it("a view that knows nothing of an item isn't told that it changed; one that asked for it is", () => {
    const conversation = new Conversation(saved(1000));
    const view = new View(conversation);
    conversation.rate("1", "good", []);
    view.hear(conversation);
    expect(view.told).toEqual([]);
    view.ask(conversation, 0, 0, 99);
    expect(view.told.map(({ op }) => op)).toEqual(["page"]);
    conversation.rate("1", "bad", []);
    view.hear(conversation);
    expect(view.told).toMatchObject([{ op: "item", index: 1, item: { rating: { value: "bad" } } }]);
    expect(itemAt(view.state, 1)?.rating?.value).toBe("bad");
  });

  it("with 10,000 items and pages of them known, a streamed piece posts less than 2 KB and looks at no old item", () => {
    const conversation = new Conversation(saved(10_000));
    const view = new View(conversation);
    view.ask(conversation, 0, 1, 2, 50);
    conversation.openTurn(message("Tell me a story"));
    conversation.appendText("Once");
    view.hear(conversation);
    let looks = 0;
    const watched = watch(conversation, () => looks++);
    let most = 0;
    for (let piece = 0; piece < 500; piece++) {
      conversation.appendText(" more");
      view.hear(watched);
      most = Math.max(most, new TextEncoder().encode(JSON.stringify(view.told)).length);
      expect(view.told).toEqual([{ op: "append", index: 10_001, text: " more" }]);
    }
    expect(most).toBeLessThan(2048);
    expect(looks / 500).toBeLessThan(20);
  });
});

/** The conversation, with a count of the settled items that are looked at. */
function watch(conversation: Conversation, onLook: () => void): Conversation {
  const { settledItems } = conversation;
  const counted = new Proxy(settledItems, {
    get: (items, key) => {
      if (typeof key === "string" && /^\d+$/.test(key)) onLook();
      return Reflect.get(items, key);
    },
  });
  return new Proxy(conversation, {
    get: (real, key) => (key === "settledItems" ? counted : Reflect.get(real, key, real)),
  });
}
