import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { PanelBench } from "../support/panel/panelPage.ts";
import { outline, panelStateOf, richState } from "../support/panel/states.ts";

let bench: PanelBench;

beforeAll(async () => {
  bench = await PanelBench.start();
});

afterAll(() => bench.close());

describe("names that tests and screen readers rely on", () => {
  it("are there by role", async () => {
    const panel = await bench.open({ state: richState() });
    const { page } = panel;
    await page.getByRole("textbox", { name: "Message" }).waitFor();
    await page.getByRole("textbox", { name: "Design Name" }).waitFor();
    for (const name of ["Send", "Stop", "More Actions"])
      await page.getByRole("button", { name, exact: true }).waitFor();
    const feed = page.getByRole("feed", { name: "Conversation" });
    const articles = feed.getByRole("article");
    expect(await articles.count()).toBe(9);
    expect(await articles.first().getAttribute("aria-posinset")).toBe("1");
    expect(await articles.first().getAttribute("aria-setsize")).toBe("9");
    await page.getByRole("article", { name: "You" }).first().waitFor();
    await page.getByRole("article", { name: "Agent" }).waitFor();
    await page.getByRole("article", { name: "Tool get_document" }).waitFor();
    await panel.close();
  });

  it("the menu opens by keyboard, moves by arrows, closes by Escape and gives the focus back", async () => {
    const panel = await bench.open();
    const { page } = panel;
    const opener = page.getByRole("button", { name: "More Actions" });
    expect(await opener.getAttribute("aria-haspopup")).toBe("menu");
    expect(await opener.getAttribute("aria-expanded")).toBe("false");
    await opener.focus();
    await page.keyboard.press("Enter");
    await page.getByRole("menu").waitFor();
    expect(await opener.getAttribute("aria-expanded")).toBe("true");
    const focused = () => page.evaluate(() => document.activeElement?.textContent?.trim());
    await expect.poll(focused).toBe("New Conversation…");
    for (const name of ["New Conversation…", "Set API Key…", "Select Model…", "Show Log"]) {
      expect(await page.getByRole("menuitem", { name }).count()).toBe(1);
    }
    await page.keyboard.press("ArrowDown");
    expect(await focused()).toBe("Keep Conversation in Document");
    await page.keyboard.press("ArrowUp");
    await page.keyboard.press("ArrowUp");
    expect(await focused()).toBe("Show Log");
    await page.keyboard.press("Home");
    await page.keyboard.press("s");
    expect(await focused()).toBe("Save Package As…");
    await page.keyboard.press("s");
    expect(await focused()).toBe("Set API Key…");
    await page.keyboard.press("Escape");
    expect(await page.getByRole("menu").count()).toBe(0);
    expect(await page.evaluate(() => document.activeElement?.getAttribute("aria-label"))).toBe("More Actions");
    await page.keyboard.press("ArrowDown");
    await expect.poll(focused).toBe("New Conversation…");
    await page.keyboard.press("Enter");
    await expect.poll(() => panel.callsOf("runCommand")).toEqual([{ command: "newConversation" }]);
    expect(await page.getByRole("menu").count()).toBe(0);
    await panel.close();
  });

  it("TRN-12: New Conversation… does nothing where it isn't offered", async () => {
    const panel = await bench.open({ state: panelStateOf({ canStartNewConversation: false }) });
    await panel.page.getByRole("button", { name: "More Actions" }).click();
    const entry = panel.page.getByRole("menuitem", { name: "New Conversation…" });
    expect(await entry.getAttribute("aria-disabled")).toBe("true");
    await entry.click({ force: true });
    await panel.page.getByRole("menuitem", { name: "Show Log" }).click();
    await expect.poll(() => panel.callsOf("runCommand")).toEqual([{ command: "showLog" }]);
    await panel.close();
  });
});

describe("header", () => {
  it.each([
    [{ kind: "estimated", dollars: 0.0213 }, "≈ $0.0213"],
    [{ kind: "estimated", dollars: 1.5, atLeast: true }, "at least $1.50"],
    [{ kind: "reported", dollars: 0.5 }, "$0.5000 reported"],
    [{ kind: "unknown" }, "cost unknown"],
    [{ kind: "notBilled" }, "not billed"],
  ] as const)("FMT-10: %j reads %s", async (cost, words) => {
    const panel = await bench.open({ state: richState({ cost }) });
    const label = panel.page.locator(".cost");
    expect(await label.textContent()).toContain(words);
    expect(await label.getAttribute("title")).toBe(
      "3,120 tokens in, 1,904 out, 49,190 read from cache, 2,048 written to cache",
    );
    await panel.close();
  });

  it("tells who answers, where, and how full the context is", async () => {
    const model = { provider: "anthropic", label: "Scripted model server", server: "http://127.0.0.1:4321" };
    const panel = await bench.open({ state: richState({ model }) });
    await panel.page.getByText("Scripted model server · http://127.0.0.1:4321").waitFor();
    const meter = panel.page.getByRole("meter", { name: "Context" });
    expect(await meter.getAttribute("aria-valuenow")).toBe("26");
    expect(await meter.getAttribute("title")).toBe("52,310 of 200,000 tokens of context used (26%)");
    await panel.close();
  });
});

describe("the menu's head", () => {
  it("tells how full the context is and what was used, before the entries", async () => {
    const panel = await bench.open({ state: richState() });
    await panel.page.getByRole("button", { name: "More Actions" }).focus();
    await panel.page.keyboard.press("Enter");
    const menu = panel.page.getByRole("menu");
    const head = panel.page.getByText("52,310 of 200,000 tokens of context used (26%)");
    await head.waitFor();
    await panel.page.getByText("≈ $0.0213: 3,120 tokens in").waitFor();
    const described = await menu.getAttribute("aria-describedby");
    expect(await panel.page.locator(`#${described}`).textContent()).toContain("(26%)");
    await panel.close();
  });
});

describe("colours", () => {
  it("a secondary button doesn't look focused where the theme's button border has the focus colour", async () => {
    const panel = await bench.open({ state: richState() });
    const border = (name: string) =>
      panel.page.getByRole("button", { name, exact: true }).evaluate((button) => {
        const control = button.closest("vscode-button")?.shadowRoot?.querySelector(".control") ?? button;
        return getComputedStyle(control).borderTopColor;
      });
    const set = (name: string) =>
      panel.page.evaluate((key) => document.documentElement.style.setProperty(key, "rgb(1, 2, 3)"), name);
    await set("--vscode-button-border");
    await panel.settled();
    expect(await border("Stop")).not.toBe("rgb(1, 2, 3)");
    await set("--vscode-button-secondaryBorder");
    expect(await border("Stop")).toBe("rgb(1, 2, 3)");
    await panel.close();
  });

  it.each(["dark", "light", "highContrast"] as const)(
    "the meter's empty part is far from its fill: %s",
    async (theme) => {
      const panel = await bench.open({ state: richState(), theme });
      const contrast = await panel.page.evaluate(() => {
        const canvas = document.createElement("canvas");
        canvas.width = canvas.height = 1;
        const context = canvas.getContext("2d");
        const luminance = (...selectors: string[]) => {
          for (const selector of selectors) {
            const element = document.querySelector(selector);
            if (context === null || element === null) return Number.NaN;
            context.fillStyle = getComputedStyle(element).backgroundColor;
            context.fillRect(0, 0, 1, 1);
          }
          const [red = 0, green = 0, blue = 0] = [...(context?.getImageData(0, 0, 1, 1).data ?? [])].map((value) =>
            value <= 10 ? value / 3294.6 : ((value / 255 + 0.055) / 1.055) ** 2.4,
          );
          return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
        };
        const levels = [luminance("body", ".meter-track"), luminance("body", ".meter-track", ".meter-fill")];
        return (Math.max(...levels) + 0.05) / (Math.min(...levels) + 0.05);
      });
      expect(contrast).toBeGreaterThan(3);
      await panel.close();
    },
  );
});

describe("design", () => {
  it("is renamed in place: Enter and leaving take the name, Escape doesn't", async () => {
    const panel = await bench.open();
    const name = panel.page.getByRole("textbox", { name: "Design Name" });
    await name.fill("Other");
    await name.press("Escape");
    expect(await name.inputValue()).toBe("Poster");
    await name.fill("Flyer");
    await name.press("Enter");
    await expect.poll(() => panel.callsOf("renameDesign")).toEqual([{ name: "Flyer" }]);
    await panel.set({ design: { kind: "readable", name: "Flyer", outline: [], more: 0 } });
    expect(await name.inputValue()).toBe("Flyer");
    await name.fill(" Leaflet ");
    await name.blur();
    await expect.poll(() => panel.callsOf("renameDesign")).toEqual([{ name: "Flyer" }, { name: "Leaflet" }]);
    await name.fill("");
    await name.blur();
    expect(await name.inputValue()).toBe("Flyer");
    await panel.close();
  });

  it("a refused name comes back, with the reason", async () => {
    const panel = await bench.open();
    panel.answers.renameDesign = () => {
      throw new Error("This package is read-only.");
    };
    const name = panel.page.getByRole("textbox", { name: "Design Name" });
    await name.fill("Flyer");
    await name.press("Enter");
    await panel.page.getByText("This package is read-only.").waitFor();
    expect(await name.inputValue()).toBe("Poster");
    await panel.close();
  });

  it("DOC-1: shows pages and nodes, indented by their depth", async () => {
    const panel = await bench.open({
      state: panelStateOf({ design: { kind: "readable", name: "", outline, more: 3 } }),
    });
    const nodes = panel.page.getByRole("group", { name: "Outline" }).getByRole("treeitem");
    expect(await nodes.count()).toBe(outline.filter(({ depth }) => depth < 3).length);
    await nodes.filter({ hasText: "Skyline" }).locator(".twisty").click();
    expect(await nodes.count()).toBe(outline.length);
    const left = async (text: string) => (await panel.page.getByText(text, { exact: true }).boundingBox())?.x ?? 0;
    expect(await left("Tower")).toBeGreaterThan(await left("Skyline"));
    await panel.page.getByText("3 more not listed").waitFor();
    await panel.close();
  });

  it("PKG-3: a damaged one says why, and offers to open it as text and to try again", async () => {
    const panel = await bench.open({
      state: panelStateOf({ design: { kind: "damaged", reason: "A comma is missing." } }),
    });
    await panel.page.getByText("A comma is missing.").waitFor();
    await panel.page.getByRole("button", { name: "Open as Text" }).click();
    await panel.page.getByRole("button", { name: "Try Again" }).click();
    await expect
      .poll(() => panel.calls)
      .toEqual([
        { name: "runCommand", input: { command: "openDocumentAsText" } },
        { name: "reloadDesign", input: {} },
      ]);
    await panel.close();
  });

  it("the divider moves by keyboard and by dragging, and stays where it was put", async () => {
    const panel = await bench.open();
    const divider = panel.page.getByRole("separator");
    await divider.focus();
    await panel.page.keyboard.press("ArrowRight");
    expect(await divider.getAttribute("aria-valuenow")).toBe("52");
    await panel.page.mouse.move(1280 * 0.52, 400);
    await panel.page.mouse.down();
    await panel.page.mouse.move(512, 400);
    await panel.page.mouse.up();
    await expect.poll(() => divider.getAttribute("aria-valuenow")).toBe("40");
    await panel.reload();
    expect(await divider.getAttribute("aria-valuenow")).toBe("40");
    const box = await panel.page.getByRole("region", { name: "Design", exact: true }).boundingBox();
    expect(Math.round(box?.width ?? 0)).toBe(512);
    await panel.close();
  });

  it("the halves are stacked in a narrow window", async () => {
    const panel = await bench.open({ state: richState(), width: 500 });
    const pane = await panel.page.getByRole("region", { name: "Design", exact: true }).boundingBox();
    const composer = await panel.page.getByRole("textbox", { name: "Message" }).boundingBox();
    expect(pane?.width).toBe(500);
    expect(composer?.y ?? 0).toBeGreaterThan((pane?.y ?? 0) + (pane?.height ?? 0));
    expect(await panel.page.getByRole("separator").count()).toBe(0);
    await panel.close();
  });
});

describe("an empty conversation", () => {
  it("offers examples that fill the composer", async () => {
    const panel = await bench.open();
    const examples = panel.page.getByRole("region", { name: "What shall we work on?" }).getByRole("button");
    expect(await examples.count()).toBe(3);
    // The agent doesn't see the design.
    expect((await panel.page.locator(".empty").textContent())?.toLowerCase()).not.toMatch(
      /this design|poster”|describe/,
    );
    const text = await examples.first().textContent();
    await examples.first().click();
    await expect.poll(() => panel.page.getByRole("textbox", { name: "Message" }).inputValue()).toBe(text);
    expect(panel.callsOf("send")).toEqual([]);
    await panel.close();
  });
});
