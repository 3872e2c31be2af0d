import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { PanelState } from "../../src/protocol/index.ts";
import { findings } from "../support/panel/axe.ts";
import { PanelBench } from "../support/panel/panelPage.ts";
import { itemOf, panelStateOf, richState, waitingOf } from "../support/panel/states.ts";
import type { Theme } from "../support/panel/themes.ts";

let bench: PanelBench;

beforeAll(async () => {
  bench = await PanelBench.start();
});

afterAll(() => bench.close());

const blocked = { text: "No API key yet.", action: { command: "setApiKey", label: "Set API Key…" } } as const;

const states: Readonly<Record<string, PanelState>> = {
  rich: richState({
    banners: [{ id: "b", tone: "warning", text: "Not kept.", action: { command: "showLog", label: "Show Log" } }],
    queue: { held: true, messages: [waitingOf("q1", "later")] },
    unsent: [waitingOf("s1", "handed back"), waitingOf("s2", "more")],
  }),
  empty: panelStateOf(),
  images: panelStateOf({
    items: [itemOf("u", "user", "Hello"), itemOf("a", "assistant", "Yes.")],
    queue: { held: true, reason: "stopped", messages: [waitingOf("q1", "later", { imageCount: 2 })] },
    unsent: [waitingOf("s1", "handed back", { imageCount: 2 })],
    canRetry: true,
  }),
  blocked: panelStateOf({
    composer: { blocked },
    design: { kind: "damaged", reason: "A comma is missing." },
    items: [
      itemOf("f", "failure", "It failed.", { summary: "Try again.", status: "interrupted" }),
      itemOf("x", "directions", "Which?", { status: "pending", other: "{}" }),
      itemOf("a", "assistant", "- [x] done\n\n> quote\n\n`code` <b>raw</b>", { status: "interrupted", detail: "more" }),
    ],
  }),
};

const cases = (["dark", "light", "highContrast", "highContrastLight"] satisfies Theme[]).flatMap((theme) =>
  Object.keys(states).map((name) => ({ theme, name })),
);

describe("axe", () => {
  it.each(cases)("finds nothing serious: $name in $theme", async ({ theme, name }) => {
    const panel = await bench.open({ theme, ...(states[name] ? { state: states[name] } : {}) });
    await panel.page.evaluate(() => {
      for (const fold of document.querySelectorAll("details")) fold.open = true;
    });
    expect(await findings(panel)).toEqual([]);
    await panel.page.getByRole("button", { name: "More Actions" }).click();
    await panel.page.getByRole("menu").waitFor();
    expect(await findings(panel)).toEqual([]);
    expect(await panel.violations()).toEqual([]);
    await panel.close();
  });
});
