import { readFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { PanelState } from "../../src/protocol/index.ts";
import { PanelBench, type PanelPage } from "../support/panel/panelPage.ts";
import { itemOf, panelStateOf, richState, waitingOf } from "../support/panel/states.ts";
import type { Theme } from "../support/panel/themes.ts";

let bench: PanelBench;
let axe: string;

beforeAll(async () => {
  axe = await readFile(fileURLToPath(import.meta.resolve("axe-core/axe.min.js")), "utf8");
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

const cases = (["dark", "light", "highContrast"] satisfies Theme[]).flatMap((theme) =>
  Object.keys(states).map((name) => ({ theme, name })),
);

/** Serious and critical findings, each as its rule and the elements it names. */
async function findings(panel: PanelPage): Promise<string[]> {
  await panel.page.evaluate(axe);
  return panel.page.evaluate(async () => {
    const tool: unknown = Reflect.get(window, "axe");
    if (typeof tool !== "object" || tool === null || !("run" in tool) || typeof tool.run !== "function")
      return ["no axe"];
    const result: { violations: { id: string; impact: string; nodes: { html: string; failureSummary: string }[] }[] } =
      await tool.run(document);
    return result.violations
      .filter(({ impact }) => impact === "serious" || impact === "critical")
      .flatMap(({ id, nodes }) => nodes.map((node) => `${id}: ${node.html} ${node.failureSummary}`));
  });
}

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
