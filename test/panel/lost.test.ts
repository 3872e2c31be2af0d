import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { PanelBench } from "../support/panel/panelPage.ts";
import { itemOf, panelStateOf } from "../support/panel/states.ts";

let bench: PanelBench;

beforeAll(async () => {
  bench = await PanelBench.start();
});

afterAll(() => bench.close());

describe("a host that answers no more", () => {
  it("PKG-16: is said in an alert, with the one link that VS Code itself follows", async () => {
    const panel = await bench.open({ state: panelStateOf({ items: [itemOf("1", "user", "Hi")] }) });
    await expect.poll(() => panel.page.getByRole("alert").count()).toBe(0);
    await panel.page.evaluate(() => {
      const element = document.querySelector("silverpoint-panel");
      if (element !== null) Reflect.set(element, "isLost", true);
    });
    const link = panel.page.getByRole("alert").getByRole("link", { name: "Reload Window" });
    await link.waitFor();
    await expect.poll(() => link.getAttribute("href")).toBe("command:workbench.action.reloadWindow");
    const isFollowed = await link.evaluate(
      (anchor) =>
        new Promise<boolean>((resolve) => {
          window.addEventListener("click", (event) => {
            resolve(!event.defaultPrevented);
            event.preventDefault();
          });
          (anchor as HTMLElement).click();
        }),
    );
    expect(isFollowed).toBe(true);
    expect(panel.callsOf("openLink")).toEqual([]);
    await panel.close();
  });
});

describe("keeping the conversation", () => {
  it("SET-3: the menu's entry shows and switches it; the header says when it isn't kept", async () => {
    const panel = await bench.open();
    const entry = panel.page.getByRole("menuitemcheckbox", { name: "Keep Conversation in Document" });
    await panel.page.getByRole("button", { name: "More Actions" }).click();
    await expect.poll(() => entry.getAttribute("aria-checked")).toBe("true");
    await entry.click();
    await expect.poll(() => panel.callsOf("runCommand")).toEqual([{ command: "toggleKeepConversation" }]);
    await expect.poll(() => panel.page.getByText("Not kept").count()).toBe(0);
    await panel.set({ keeping: "off" });
    await panel.page.getByText("Not kept").waitFor();
    await panel.page.getByRole("button", { name: "More Actions" }).click();
    await expect.poll(() => entry.getAttribute("aria-checked")).toBe("false");
    await panel.close();
  });

  it("PKG-4: a template's can't be switched on", async () => {
    const panel = await bench.open({ state: panelStateOf({ keeping: "never" }) });
    await panel.page.getByRole("button", { name: "More Actions" }).click();
    const entry = panel.page.getByRole("menuitemcheckbox", { name: "Keep Conversation in Document" });
    await expect.poll(() => entry.getAttribute("aria-disabled")).toBe("true");
    await panel.close();
  });
});
