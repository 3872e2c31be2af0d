import { mkdir } from "node:fs/promises";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { findings } from "../support/panel/axe.ts";
import { PanelBench, type PanelPage } from "../support/panel/panelPage.ts";
import { itemOf, panelStateOf } from "../support/panel/states.ts";
import type { Theme } from "../support/panel/themes.ts";

const folder = "test-results/panel/code";
let bench: PanelBench;

beforeAll(async () => {
  await mkdir(folder, { recursive: true });
  bench = await PanelBench.start();
});

afterAll(() => bench.close());

const samples: Readonly<Record<string, string>> = {
  json: '{ "op": "update", "id": "caption", "set": { "fill": "#A9B0BC", "size": 18, "on": true } }',
  html: '<!-- a page -->\n<p class="lead" title="a &amp; b">Hello <b>you</b></p>\n<style>p { color: red }</style>',
  css: "/* calm */\n.poster > h1:hover {\n  color: var(--ink, #1b2a41);\n  margin: 0 auto 1.6em;\n}",
  javascript: "// once\nconst size = await measure(`name`, { wide: false }) ?? 18;",
  ts: "export function scale<T extends Node>(node: T, by = 1.6): T | undefined {\n  return undefined;\n}",
  bash: 'for each in *.svg; do\n  echo "$each" # its name\ndone',
  md: "# Title\n\n- *one*\n- **two** and `three`\n\n> [link](https://example.com)",
  py: 'def larger(size: float = 1.6) -> str:\n    """Says it."""\n    return f"{size:.1f}" if size > 1 else None',
  diff: "@@ -1,2 +1,2 @@\n-fill: #8A8F98\n+fill: #A9B0BC\n unchanged",
};

const fenced = (language: string, code: string) => `\`\`\`${language}\n${code}\n\`\`\``;

function codeIn(panel: PanelPage, index = 0) {
  return panel.page.getByRole("article").nth(index).locator("pre code");
}

describe("code in Markdown", () => {
  it("FMT-4: is coloured in the languages that are known, and says just what was written", async () => {
    const texts = Object.entries(samples).map(([language, code]) => fenced(language, code));
    const items = texts.map((text, index) => itemOf(`a${index}`, "assistant", text));
    const panel = await bench.open({ state: panelStateOf({ items }) });
    for (const [index, [language, code]] of Object.entries(samples).entries()) {
      const colored = codeIn(panel, index).locator("[class^=code-]");
      await expect.poll(() => colored.count(), { message: language }).toBeGreaterThan(2);
      expect(await codeIn(panel, index).textContent(), language).toBe(code);
    }
    expect(await panel.violations()).toEqual([]);
    await panel.close();
  });

  it("FMT-4: is coloured once its fence closes, while the text still streams", async () => {
    const text = '```json\n{ "a": true }\n';
    const item = itemOf("a", "assistant", text, { status: "running" });
    const panel = await bench.open({ state: panelStateOf({ items: [item], turn: "running" }) });
    await codeIn(panel).waitFor();
    await expect.poll(() => codeIn(panel).locator("span").count()).toBe(0);
    await panel.change({ op: "append", index: 0, text: "```\n\nMore" });
    await codeIn(panel).locator(".code-literal").waitFor();
    await panel.close();
  });

  it("FMT-4: stays in one colour where the language isn’t known or the code is long", async () => {
    const long = `{ "a": [${"1, ".repeat(8_000)}1] }`;
    const odd = [`"${"x".repeat(300)}"`, `{${" ".repeat(300)}}`, "1, ".repeat(300)].map((code) => fenced("json", code));
    const items = [fenced("brainfuck", "+++"), fenced("json", long), fenced("__proto__", "{}"), "    indented", ...odd];
    const state = panelStateOf({ items: items.map((text, index) => itemOf(`a${index}`, "assistant", text)) });
    const panel = await bench.open({ state });
    await expect.poll(() => panel.page.locator("pre code").count()).toBe(items.length);
    await expect.poll(() => panel.page.locator("pre code span").count()).toBe(0);
    await expect.poll(() => codeIn(panel, 1).textContent()).toBe(long);
    await panel.close();
  });

  it("FMT-4: many blocks are coloured one after the other, and all in the end", async () => {
    const text = Array.from({ length: 60 }, () => fenced("ts", "const a: number = 1;\n".repeat(100))).join("\n\n");
    const panel = await bench.open({ state: panelStateOf({ items: [itemOf("a", "assistant", text)] }) });
    const plain = panel.page.locator("pre code:not(:has(span))");
    await expect.poll(() => plain.count(), { timeout: 20_000 }).toBe(0);
    await expect.poll(() => panel.page.locator("pre code").count()).toBe(60);
    await panel.close();
  });

  it.each([
    ["js", "_a".repeat(10_000)],
    ["ts", "x".repeat(20_000)],
    ["md", "[a](".repeat(2_500)],
    ["ts", "\n".repeat(20_000)],
    ["json", "[".repeat(50_000)],
    ["sh", '"'.repeat(20_000)],
  ])("FMT-4: what would keep a highlighter busy for seconds stays in one colour: %s", async (language, code) => {
    const panel = await bench.open();
    await panel.change({ op: "item", index: 0, item: itemOf("a", "assistant", fenced(language, code)) });
    await codeIn(panel).waitFor({ state: "attached" });
    await expect.poll(() => panel.page.locator("pre code span").count()).toBe(0);
    expect((await codeIn(panel).textContent())?.trim()).toBe(code.trim());
    await panel.close();
  });

  it("PRV-3: markup in code runs nothing, loads nothing and stays text", async () => {
    const evil = `<img src="${bench.origin}/leak" onerror="document.title='broken'"><script>document.title='broken'</script>`;
    const items = Object.keys(samples).map((language) => itemOf(language, "assistant", fenced(language, evil)));
    const panel = await bench.open({ state: panelStateOf({ items }) });
    for (const index of items.keys()) expect(await codeIn(panel, index).textContent()).toBe(evil);
    await expect.poll(() => panel.page.locator("article :is(img, script)").count()).toBe(0);
    expect(await panel.page.title()).toBe("Silverpoint");
    expect(bench.strangeRequests).toEqual([]);
    expect(await panel.violations()).toEqual([]);
    await panel.close();
  });

  it("long lines scroll in their own box", async () => {
    const text = fenced("json", `{ "a": "${"long ".repeat(200)}" }`);
    const panel = await bench.open({ state: panelStateOf({ items: [itemOf("a", "assistant", text)] }) });
    const box = panel.page.getByRole("group", { name: "Code" });
    expect(await box.evaluate((element) => element.scrollWidth > element.clientWidth * 2)).toBe(true);
    await box.focus();
    await panel.page.keyboard.press("ArrowRight");
    await expect.poll(() => box.evaluate((element) => element.scrollLeft)).toBeGreaterThan(0);
    await panel.close();
  });

  it.each(["dark", "light", "highContrast", "highContrastLight"] satisfies Theme[])(
    "FMT-4: its colours can be read: %s",
    async (theme) => {
      const text = Object.entries(samples)
        .map(([language, code]) => fenced(language, code))
        .join("\n\n");
      const state = panelStateOf({ items: [itemOf("a", "assistant", text)] });
      const panel = await bench.open({ state, theme, height: 1500 });
      await expect.poll(() => panel.page.locator("pre code:not(:has(span))").count()).toBe(0);
      await panel.page.screenshot({ path: `${folder}/${theme}.png` });
      expect(await findings(panel)).toEqual([]);
      await panel.close();
    },
  );
});
