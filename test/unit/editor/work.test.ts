import { describe, expect, it } from "vitest";
import { hiddenWork, OpenedCards, type Work } from "../../../src/editor/work.ts";

interface NamedWork extends Work {
  readonly name: string;
}

const running = { isShown: false, isRunning: true, openCards: [] };

function work(name: string, changed: Partial<Work> = {}): NamedWork {
  return { name, ...running, ...changed };
}

const names = (all: readonly NamedWork[]) => all.map(({ name }) => name);

describe("work that nobody sees", () => {
  it("TRN-10: is a turn that runs in a package without a visible editor; what waits for an answer comes first", () => {
    const all = [
      work("Working"),
      work("Seen", { isShown: true, openCards: ["seen"] }),
      work("Idle", { isRunning: false }),
      work("Asking", { openCards: ["card"] }),
    ];
    expect(names(hiddenWork(all))).toEqual(["Asking", "Working"]);
  });

  it("TRN-10: tells of each card once, also when its editor was shown in between", () => {
    const cards = new OpenedCards();
    const asking = work("Poster", { openCards: ["one"] });
    expect(names(cards.look([asking]))).toEqual(["Poster"]);
    expect(cards.look([asking])).toEqual([]);
    cards.look([{ ...asking, isShown: true }]);
    expect(cards.look([asking])).toEqual([]);
    expect(names(cards.look([work("Poster", { openCards: ["one", "two"] })]))).toEqual(["Poster"]);
  });

  it("TRN-10: tells of no card that opened before somebody's eyes", () => {
    const cards = new OpenedCards();
    expect(cards.look([work("Poster", { isShown: true, openCards: ["one"] })])).toEqual([]);
    expect(cards.look([work("Poster", { openCards: ["one"] })])).toEqual([]);
  });
});
