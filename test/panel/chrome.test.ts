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
    // The two tools in a row are one article until it is opened.
    await expect.poll(() => articles.count()).toBe(8);
    await expect.poll(() => articles.first().getAttribute("aria-posinset")).toBe("1");
    await expect.poll(() => articles.first().getAttribute("aria-setsize")).toBe("9");
    await page.getByRole("article", { name: "You" }).first().waitFor();
    await page.getByRole("article", { name: "Agent" }).waitFor();
    const tools = page.getByRole("article", { name: "Read the design" });
    await tools.getByRole("button").first().click();
    await tools.getByRole("article", { name: "Tool get_document" }).waitFor();
    await panel.close();
  });

  it("the menu opens by keyboard, moves by arrows, closes by Escape and gives the focus back", async () => {
    const panel = await bench.open();
    const { page } = panel;
    const opener = page.getByRole("button", { name: "More Actions" });
    await expect.poll(() => opener.getAttribute("aria-haspopup")).toBe("menu");
    await expect.poll(() => opener.getAttribute("aria-expanded")).toBe("false");
    await opener.focus();
    await page.keyboard.press("Enter");
    await page.getByRole("menu").waitFor();
    await expect.poll(() => opener.getAttribute("aria-expanded")).toBe("true");
    const focused = () => page.evaluate(() => document.activeElement?.textContent?.trim());
    await expect.poll(focused).toBe("New Conversation…");
    for (const name of ["New Conversation…", "Set API Key…", "Select Model…", "Show Log"]) {
      await expect.poll(() => page.getByRole("menuitem", { name }).count()).toBe(1);
    }
    await page.keyboard.press("ArrowDown");
    await expect.poll(() => focused()).not.toBe("New Conversation…");
    await page.keyboard.press("ArrowUp");
    await page.keyboard.press("ArrowUp");
    await expect.poll(() => focused()).toBe("Show Log");
    await expect.poll(() => page.getByRole("menu").getByRole("separator").count()).toBe(4);
    await page.keyboard.press("Home");
    await page.keyboard.press("s");
    await expect.poll(() => focused()).toBe("Save Package As…");
    await page.keyboard.press("s");
    await expect.poll(() => focused()).toBe("Set API Key…");
    await page.keyboard.press("Escape");
    await expect.poll(() => page.getByRole("menu").count()).toBe(0);
    expect(await page.evaluate(() => document.activeElement?.getAttribute("aria-label"))).toBe("More Actions");
    await page.keyboard.press("ArrowDown");
    await expect.poll(focused).toBe("New Conversation…");
    await page.keyboard.press("Enter");
    await expect.poll(() => panel.callsOf("runCommand")).toEqual([{ command: "newConversation" }]);
    await expect.poll(() => page.getByRole("menu").count()).toBe(0);
    await panel.close();
  });

  it("TRN-12: New Conversation… does nothing where it isn't offered", async () => {
    const panel = await bench.open({ state: panelStateOf({ canStartNewConversation: false }) });
    await panel.page.getByRole("button", { name: "More Actions" }).click();
    const entry = panel.page.getByRole("menuitem", { name: "New Conversation…" });
    await expect.poll(() => entry.getAttribute("aria-disabled")).toBe("true");
    await entry.click({ force: true });
    await panel.page.getByRole("menuitem", { name: "Show Log" }).click();
    await expect.poll(() => panel.callsOf("runCommand")).toEqual([{ command: "showLog" }]);
    await panel.close();
  });
});

describe("header", () => {
  it.each([
    [{ kind: "estimated", dollars: 0.0213 }, "$0.0213 estimated", "$0.0213 so far, estimated by list prices"],
    [
      { kind: "estimated", dollars: 1.5, atLeast: true },
      "at least $1.50 estimated",
      "At least $1.50 so far, estimated",
    ],
    [{ kind: "reported", dollars: 0.5 }, "$0.50 reported", "$0.50 so far, as the provider reported it"],
    [{ kind: "unknown" }, "cost unknown", "What it has cost so far isn't known"],
    [{ kind: "notBilled" }, "not billed", "Not billed: your plan covers it"],
  ] as const)("FMT-10: %j reads %s", async (cost, words, sentence) => {
    const panel = await bench.open({ state: richState({ cost }) });
    await expect.poll(() => panel.page.locator(".cost").textContent()).toBe(words);
    const meters = panel.page.getByRole("group", { name: "Context and Cost" });
    const details = panel.page.locator(`#${await meters.getAttribute("aria-describedby")}`);
    await expect.poll(() => details.isVisible()).toBe(false);
    await meters.hover();
    const lines = await details.getByRole("listitem").allInnerTexts();
    expect(lines).toHaveLength(3);
    expect(lines[1]).toContain(sentence);
    expect(lines[2]).toBe("54,358 tokens in (49,190 read from cache, 2,048 written to cache), 1,904 out");
    await panel.close();
  });

  it("tells who answers, where, and how full the context is", async () => {
    const model = { provider: "anthropic", label: "Scripted model server", server: "http://127.0.0.1:4321" };
    const panel = await bench.open({ state: richState({ model }) });
    await panel.page.getByText("Scripted model server · http://127.0.0.1:4321").waitFor();
    const meter = panel.page.getByRole("meter", { name: "Context" });
    await expect.poll(() => meter.getAttribute("aria-valuenow")).toBe("26");
    await expect
      .poll(() => meter.getAttribute("aria-valuetext"))
      .toBe("52,310 of 200,000 tokens of context used (26%)");
    await panel.close();
  });

  it("shows the details while the focus is on them, until Escape", async () => {
    const panel = await bench.open({ state: richState() });
    const details = panel.page.locator(".usage-details");
    await panel.page.getByRole("textbox", { name: "Message" }).focus();
    for (let step = 0; step < 30 && !(await details.isVisible()); step++) await panel.page.keyboard.press("Shift+Tab");
    await details.getByText("52,310 of 200,000 tokens of context used (26%)").waitFor();
    await panel.page.keyboard.press("Escape");
    await details.waitFor({ state: "hidden" });
    expect(panel.callsOf("stop")).toEqual([]);
    await panel.close();
  });

  it.each([1440, 1000])("has room for who answers and all figures: %i px", async (width) => {
    const model = { provider: "anthropic", label: "Claude Opus 5.5", server: "Scripted model · http://127.0.0.1:4321" };
    const cost = { kind: "estimated", dollars: 12.5, atLeast: true } as const;
    const panel = await bench.open({ state: richState({ model, cost }), width });
    const cut = await panel.page
      .locator(".model-label, .server:not(.server-address), .meter-text, .cost")
      .evaluateAll((parts) => parts.filter((part) => part.scrollWidth > part.clientWidth + 1 && part.clientWidth > 0));
    expect(cut).toEqual([]);
    await panel.page.locator(".cost").getByText("at least $12.50 estimated").waitFor();
    await panel.close();
  });
});

describe("the menu's head", () => {
  it("tells how full the context is and what was used, before the entries", async () => {
    const panel = await bench.open({ state: richState() });
    await panel.page.getByRole("button", { name: "More Actions" }).focus();
    await panel.page.keyboard.press("Enter");
    const menu = panel.page.getByRole("menu");
    const head = panel.page.locator("#menu-facts").getByText("52,310 of 200,000 tokens of context used (26%)");
    await head.waitFor();
    await panel.page.locator("#menu-facts").getByText("$0.0213 so far, estimated by list prices").waitFor();
    const described = await menu.getAttribute("aria-describedby");
    await expect.poll(() => panel.page.locator(`#${described}`).textContent()).toContain("(26%)");
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
    await expect.poll(() => name.inputValue()).toBe("Poster");
    await name.fill("Flyer");
    await name.press("Enter");
    await expect.poll(() => panel.callsOf("renameDesign")).toEqual([{ name: "Flyer" }]);
    await panel.set({ design: { kind: "readable", name: "Flyer", outline: [], more: 0 } });
    await expect.poll(() => name.inputValue()).toBe("Flyer");
    await name.fill(" Leaflet ");
    await name.blur();
    await expect.poll(() => panel.callsOf("renameDesign")).toEqual([{ name: "Flyer" }, { name: "Leaflet" }]);
    await name.fill("");
    await name.blur();
    await expect.poll(() => name.inputValue()).toBe("Flyer");
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
    await expect.poll(() => name.inputValue()).toBe("Poster");
    await panel.close();
  });

  it("DOC-1: shows pages and nodes, indented by their depth", async () => {
    const panel = await bench.open({
      state: panelStateOf({ design: { kind: "readable", name: "", outline, more: 3 } }),
    });
    const nodes = panel.page.getByRole("group", { name: "Outline" }).getByRole("treeitem");
    await expect.poll(() => nodes.count()).toBe(outline.filter(({ depth }) => depth < 3).length);
    await nodes.filter({ hasText: "Skyline" }).locator(".twisty").click();
    await expect.poll(() => nodes.count()).toBe(outline.length);
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
    const divider = panel.page.getByRole("separator", { name: "Resize Design and Conversation" });
    await divider.focus();
    await panel.page.keyboard.press("ArrowRight");
    await expect.poll(() => divider.getAttribute("aria-valuenow")).toBe("52");
    await panel.page.mouse.move(1280 * 0.52, 400);
    await panel.page.mouse.down();
    await panel.page.mouse.move(512, 400);
    await panel.page.mouse.up();
    await expect.poll(() => divider.getAttribute("aria-valuenow")).toBe("40");
    await panel.reload();
    await expect.poll(() => divider.getAttribute("aria-valuenow")).toBe("40");
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
    await expect
      .poll(() => panel.page.getByRole("separator", { name: "Resize Design and Conversation" }).count())
      .toBe(0);
    await panel.close();
  });
});

describe("an empty conversation", () => {
  it("offers examples that fill the composer", async () => {
    const panel = await bench.open();
    const examples = panel.page.getByRole("region", { name: "What shall we work on?" }).getByRole("button");
    await expect.poll(() => examples.count()).toBe(3);
    await expect.poll(() => panel.page.locator(".empty").textContent()).toContain("“Poster”");
    const text = await examples.first().textContent();
    await examples.first().click();
    await expect.poll(() => panel.page.getByRole("textbox", { name: "Message" }).inputValue()).toBe(text);
    expect(panel.callsOf("send")).toEqual([]);
    await panel.close();
  });
});
