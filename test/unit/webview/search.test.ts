import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { Found } from "../../../webview/find/matches.ts";
import { Search } from "../../../webview/find/search.ts";
import { itemOf, panelStateOf } from "../../support/panel/states.ts";

interface Asked {
  readonly input: unknown;
  readonly answer: (matches: Found) => Promise<void>;
  readonly refuse: () => Promise<void>;
}

/** A search whose requests wait for the test's answers. */
function start() {
  const asked: Asked[] = [];
  const told: boolean[] = [];
  const ask = (_: string, input: unknown) =>
    new Promise<never>((resolve, reject) => {
      const answer = resolve as (value: unknown) => void;
      asked.push({
        input,
        answer: async (matches) => answer({ count: 9, matches }),
        refuse: async () => reject(new Error("No.")),
      });
    });
  const search = new Search({ ask }, (isNew) => told.push(isNew));
  search.follow(state());
  return { search, asked, told };
}

let count = 0;

function state() {
  count += 1;
  return panelStateOf({ items: [itemOf(`a${count}`, "assistant", "It is morning now.")], itemsBefore: 3 });
}

describe("a search while the conversation changes", () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  it("asks for what has changed together with the new text that it is looked for meanwhile", async () => {
    const { search, asked, told } = start();
    search.look({ query: "mo", matchCase: false });
    search.follow(state());
    search.look({ query: "morning", matchCase: false });
    vi.runAllTimers();
    expect(asked.map(({ input }) => input)).toMatchObject([
      { query: "mo", from: 0 },
      { query: "morning", from: 0 },
    ]);
    await asked[1]?.answer([[3, 1]]);
    await asked[0]?.answer([[1, 1]]);
    await vi.runAllTicks();
    expect([search.found, told]).toEqual([[[3, 1]], [true]]);
  });

  it("brings what the request was to bring whose place a change's takes", async () => {
    const { search, asked, told } = start();
    search.look({ query: "morning", matchCase: false });
    search.follow(state());
    vi.runAllTimers();
    expect(asked.map(({ input }) => input)).toMatchObject([{ from: 0 }, { from: 0 }]);
    await asked[0]?.answer([[1, 1]]);
    await asked[1]?.answer([
      [1, 1],
      [3, 1],
    ]);
    expect([search.found, told]).toEqual([
      [
        [1, 1],
        [3, 1],
      ],
      [true],
    ]);
    search.follow(state());
    vi.runAllTimers();
    expect(asked[2]?.input).toMatchObject({ from: 3 });
    await asked[2]?.refuse();
    expect(search.found).toHaveLength(2);
  });
});
