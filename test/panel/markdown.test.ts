import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { markdownCorpus } from "../support/panel/markdownCorpus.ts";
import { PanelBench, type PanelPage } from "../support/panel/panelPage.ts";
import { itemOf, panelStateOf } from "../support/panel/states.ts";

let bench: PanelBench;

beforeAll(async () => {
  bench = await PanelBench.start();
});

afterAll(() => bench.close());

function answerAt(panel: PanelPage, index: number) {
  return panel.page.getByRole("article").nth(index).locator("silverpoint-markdown");
}

function streaming(text = "") {
  return itemOf("a", "assistant", text, { status: "running" });
}

async function render(panel: PanelPage, text: string): Promise<string> {
  await panel.change({ op: "truncate", length: 0 });
  await panel.change({ op: "item", index: 0, item: itemOf("b", "assistant", text) });
  return answerAt(panel, 0).innerHTML();
}

describe("Markdown", () => {
  it("that streams in ends as the same page as a rendering at once", async () => {
    const panel = await bench.open();
    for (const [name, text] of Object.entries(markdownCorpus)) {
      const whole = await render(panel, text);
      await panel.change({ op: "truncate", length: 0 }, { op: "item", index: 0, item: streaming() });
      for (const piece of text.match(/.{1,24}/gs) ?? []) await panel.change({ op: "append", index: 0, text: piece });
      const streamed = () => answerAt(panel, 0).innerHTML();
      // A reference that is defined later is known only at the end, and so is a mark that stays alone.
      if (name !== "references" && name !== "escapes") await expect.poll(streamed, { message: name }).toBe(whole);
      await panel.change({ op: "item", index: 0, item: itemOf("a", "assistant", text, { status: "completed" }) });
      await expect.poll(streamed, { message: name }).toBe(whole);
    }
    await panel.close();
  });

  it("finished blocks stay the very same elements while more streams in", async () => {
    const panel = await bench.open({ state: panelStateOf({ items: [streaming("one\n\ntwo\n\nthree\n\n")] }) });
    await answerAt(panel, 0)
      .locator("p")
      .first()
      .evaluate((element) => element.setAttribute("data-kept", "yes"));
    await panel.change({ op: "append", index: 0, text: "four\n\n```\ncode\n```\n\nfive" });
    await answerAt(panel, 0).getByText("five").waitFor();
    await panel.change({
      op: "item",
      index: 0,
      item: itemOf("a", "assistant", "one\n\ntwo\n\nthree\n\nfour\n\n```\ncode\n```\n\nfive"),
    });
    await expect.poll(() => answerAt(panel, 0).locator("[data-kept]").count()).toBe(1);
    await panel.close();
  });

  it("links are opened by the host, never followed", async () => {
    const panel = await bench.open();
    await render(panel, "[site](https://example.com/a?b=c) [mail](mailto:a@example.com) [none](command:x) [rel](/x)");
    await expect.poll(() => answerAt(panel, 0).locator("a").count()).toBe(2);
    await panel.page.getByRole("link", { name: "site" }).click();
    await panel.page.getByRole("link", { name: "mail" }).press("Enter");
    await panel.page.getByRole("link", { name: "site" }).click({ button: "middle" });
    await expect
      .poll(() => panel.callsOf("openLink"))
      .toEqual([{ url: "https://example.com/a?b=c" }, { url: "mailto:a@example.com" }]);
    expect(panel.page.context().pages()).toHaveLength(1);
    expect(new URL(panel.page.url()).pathname).toBe("/");
    await panel.close();
  });

  it("code can be copied as it is", async () => {
    const panel = await bench.open();
    await render(panel, "```html\n<b>&amp;</b>\n  two\n```");
    await panel.page.getByRole("button", { name: "Copy", exact: true }).click();
    await panel.page.getByRole("button", { name: "Copied" }).waitFor();
    expect(await panel.page.evaluate(() => navigator.clipboard.readText())).toBe("<b>&amp;</b>\n  two");
    await panel.close();
  });

  it.each([
    ["a megabyte in one line of code", `\`\`\`\n${"x".repeat(1_000_000)}\n\`\`\``],
    ["a megabyte in one paragraph", "word ".repeat(200_000)],
    ["fifty thousand brackets", "[".repeat(50_000)],
    ["brackets just below the limit", "[".repeat(19_000)],
    ["twenty thousand backticks", "`".repeat(20_000)],
    ["emphasis that never ends", "*a ".repeat(6_000)],
    ["nested quotes", ">".repeat(5_000)],
    ["nested lists", Array.from({ length: 400 }, (_unused, depth) => `${"  ".repeat(depth)}- x`).join("\n")],
  ])("is shown in full and doesn't stop the panel: %s", async (_name, text) => {
    const panel = await bench.open();
    await panel.change({ op: "item", index: 0, item: streaming(text) });
    await panel.change({ op: "item", index: 0, item: itemOf("a", "assistant", text) });
    await panel.change({ op: "item", index: 1, item: itemOf("c", "assistant", "still here") });
    await panel.page.getByText("still here").waitFor();
    await expect.poll(() => answerAt(panel, 0).textContent()).not.toBe("");
    await panel.close();
  });
});
