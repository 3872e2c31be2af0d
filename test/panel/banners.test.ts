import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Banner } from "../../src/protocol/index.ts";
import { PanelBench } from "../support/panel/panelPage.ts";
import { richState } from "../support/panel/states.ts";

let bench: PanelBench;

beforeAll(async () => {
  bench = await PanelBench.start();
});

afterAll(() => bench.close());

const readsAnew: Banner = {
  id: "readsAnew",
  tone: "info",
  text: "The model was changed. The next message reads the whole conversation anew: about 182,000 tokens, $0.91 (estimated).",
};
const contextFull: Banner = {
  id: "contextFull",
  tone: "warning",
  text: "The model's context is 86% full.",
  action: { command: "newConversation", label: "New Conversation…" },
};

describe("what is said before the next message", () => {
  it("BYT-4: the price of a broken prefix stands above the conversation until the message is sent", async () => {
    const panel = await bench.open({ state: richState({ turn: "idle" }) });
    await panel.set({ banners: [readsAnew] });
    const banner = panel.page.getByRole("status").filter({ hasText: "reads the whole conversation anew" });
    await expect.poll(() => banner.textContent()).toContain("about 182,000 tokens, $0.91 (estimated)");
    await panel.set({ turn: "running", banners: [] });
    await banner.waitFor({ state: "detached" });
    await panel.close();
  });

  it("CMP-1: a context that is nearly full is said with what helps, and the meter warns", async () => {
    const context = { used: 172_000, limit: 200_000 };
    const panel = await bench.open({ state: richState({ turn: "idle", context, banners: [contextFull] }) });
    await panel.page.getByText("The model's context is 86% full.").waitFor();
    await panel.page.getByRole("button", { name: "New Conversation…" }).click();
    await expect.poll(() => panel.callsOf("runCommand")).toEqual([{ command: "newConversation" }]);
    await expect.poll(() => panel.page.locator(".meter").getAttribute("data-full")).toBe("true");
    await panel.set({ context: { used: 159_000, limit: 200_000 } });
    await expect.poll(() => panel.page.locator(".meter").getAttribute("data-full")).toBeNull();
    await panel.close();
  });
});
