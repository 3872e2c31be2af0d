import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { ComposerDraft } from "../../src/protocol/index.ts";
import { PanelBench, type PanelPage } from "../support/panel/panelPage.ts";
import { panelStateOf, waitingOf } from "../support/panel/states.ts";

let bench: PanelBench;

beforeAll(async () => {
  bench = await PanelBench.start();
});

afterAll(() => bench.close());

function composerOf({ page }: PanelPage) {
  return page.getByRole("textbox", { name: "Message" });
}

function draftOf(text: string, more: Partial<ComposerDraft> = {}): ComposerDraft {
  return { text, from: [], lineage: "another view", revision: 1, ...more };
}

/** The texts that the host was told to keep. */
function told(panel: PanelPage): string[] {
  return panel.callsOf("keepDraft").map((input) => (input as ComposerDraft).text);
}

/** What the host keeps then. */
function lastTold(panel: PanelPage): ComposerDraft {
  return panel.callsOf("keepDraft").at(-1) as ComposerDraft;
}

/** The state that a page is sent which starts with this draft kept by the host. */
function stateWith(draft: ComposerDraft, more: Parameters<typeof panelStateOf>[0] = {}) {
  return panelStateOf({ ...more, composer: { draft } });
}

/** Types so fast that no time passes, and then does something at once. */
async function typeAtOnce(panel: PanelPage, texts: readonly string[], then: "nothing" | "blur" | "pagehide") {
  await composerOf(panel).evaluate(
    (area, [all, after]) => {
      if (!(area instanceof HTMLTextAreaElement)) return;
      area.focus();
      for (const text of all) {
        area.value = text;
        area.dispatchEvent(new InputEvent("input", { bubbles: true }));
      }
      if (after === "blur") area.blur();
      if (after === "pagehide") window.dispatchEvent(new PageTransitionEvent("pagehide"));
    },
    [texts, then] as const,
  );
}

/** From here on nothing in the page happens because time has passed. */
async function stopTime(panel: PanelPage): Promise<void> {
  await panel.page.evaluate(() => Object.assign(window, { setTimeout: () => 1 }));
}

describe("the draft that the host keeps", () => {
  it("PKG-7: the host is told of the first change at once, of many in between once, and of the last one", async () => {
    const panel = await bench.open();
    const texts = Array.from({ length: 50 }, (_, index) => "x".repeat(index + 1));
    await typeAtOnce(panel, texts, "nothing");
    await expect.poll(() => told(panel)).toEqual([texts[0], texts[49]]);
    await panel.close();
  });

  it.each(["blur", "pagehide"] as const)("PKG-7: the host is told all at %s, without any wait", async (how) => {
    const panel = await bench.open();
    await stopTime(panel);
    await typeAtOnce(panel, ["a", "ab", "abc"], how);
    await expect.poll(() => told(panel)).toEqual(["a", "abc"]);
    await panel.close();
  });

  it("PKG-7: a sent message leaves no draft, and the host hears of it without any wait", async () => {
    const panel = await bench.open();
    await stopTime(panel);
    await typeAtOnce(panel, ["a", "ab"], "nothing");
    await composerOf(panel).press("Enter");
    await expect.poll(() => told(panel).at(-1)).toBe("");
    await panel.close();
  });

  it("PKG-7: an empty composer takes it, once", async () => {
    const panel = await bench.open({ state: stateWith(draftOf("Half a thought")) });
    await expect.poll(() => composerOf(panel).inputValue()).toBe("Half a thought");
    expect(told(panel)).toEqual([]);
    await composerOf(panel).fill("");
    await panel.replaceState(stateWith(draftOf("typed in another view", { revision: 99 })));
    await expect.poll(() => composerOf(panel).inputValue()).toBe("");
    await panel.close();
  });

  it("PKG-7: it replaces an older text that the page itself still has, also by an emptied one", async () => {
    const panel = await bench.open();
    await composerOf(panel).fill("Half");
    await expect.poll(() => told(panel)).toEqual(["Half"]);
    // VS Code kept the page's state some seconds ago, and the host has heard more since.
    const stored = JSON.stringify(await panel.savedState());
    for (const [text, ahead] of [
      ["Half a thought", 5],
      // The page may write its state once more while it goes.
      ["", 10],
    ] as const) {
      panel.keep(stateWith({ ...lastTold(panel), text, revision: lastTold(panel).revision + ahead }));
      await panel.page.evaluate((state) => sessionStorage.setItem("state", state), stored);
      await panel.reload();
      await expect.poll(() => composerOf(panel).inputValue()).toBe(text);
    }
    await panel.close();
  });

  it("PKG-7: what the page itself has wins where it is newer, and where the other was written apart from it", async () => {
    const panel = await bench.open();
    await composerOf(panel).fill("Half");
    await composerOf(panel).fill("Half a thought");
    await expect.poll(() => told(panel)).toEqual(["Half", "Half a thought"]);
    const own = lastTold(panel);
    const others = [
      { ...own, text: "Half", revision: own.revision - 1 },
      { ...own, text: "", revision: own.revision - 1 },
      draftOf("typed in another view", { revision: 99 }),
      draftOf("", { revision: 99 }),
    ];
    for (const kept of others) {
      panel.keep(stateWith(kept));
      await panel.reload();
      await expect.poll(() => composerOf(panel).inputValue()).toBe("Half a thought");
    }
    await panel.close();
  });

  it("PKG-7: a page that has emptied its draft isn't given it back by a host that hasn't heard of that", async () => {
    const panel = await bench.open();
    await composerOf(panel).fill("Half");
    await expect.poll(() => told(panel)).toEqual(["Half"]);
    panel.keep(stateWith(lastTold(panel)));
    await composerOf(panel).fill("");
    await panel.reload();
    await expect.poll(() => composerOf(panel).inputValue()).toBe("");
    await panel.close();
  });

  it("PKG-7: a draft taken over from another view is the same draft: sent in one, it is gone in the other", async () => {
    const left = await bench.open();
    await composerOf(left).fill("Half a thought");
    await expect.poll(() => told(left)).toEqual(["Half a thought"]);
    const right = await bench.open({ state: stateWith(lastTold(left)) });
    await composerOf(right).press("Enter");
    await expect.poll(() => told(right)).toEqual([""]);
    left.keep(stateWith(lastTold(right)));
    await left.reload();
    await expect.poll(() => composerOf(left).inputValue()).toBe("");
    await right.close();
    await left.close();
  });

  it("PKG-7, TRN-6: it knows which handed-back message it came from", async () => {
    const unsent = [waitingOf("s1", "handed back")];
    const panel = await bench.open({ state: panelStateOf({ unsent }) });
    await composerOf(panel).fill("handed back, and changed");
    await expect.poll(() => told(panel)).toEqual(["handed back, and changed"]);
    const fresh = await bench.open({ state: stateWith(lastTold(panel), { unsent }) });
    await expect.poll(() => composerOf(fresh).inputValue()).toBe("handed back, and changed");
    await expect.poll(() => fresh.page.getByRole("button", { name: "Edit" }).count()).toBe(0);
    await composerOf(fresh).press("Enter");
    await expect.poll(() => fresh.callsOf("sendUnsent")).toEqual([{ id: "s1", text: "handed back, and changed" }]);
    await fresh.close();
    await panel.close();
  });

  it("TRN-6: a message that fills the composer by itself doesn't replace what another view wrote", async () => {
    const panel = await bench.open();
    await panel.set({ unsent: [waitingOf("s1", "handed back")] });
    await expect.poll(() => composerOf(panel).inputValue()).toBe("handed back");
    await panel.set({ unsent: [] });
    await expect.poll(() => composerOf(panel).inputValue()).toBe("");
    expect(told(panel)).toEqual([]);
    await panel.close();
  });
});
