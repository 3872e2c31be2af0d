import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { PanelState, ViewItem } from "../../src/protocol/index.ts";
import { PanelBench } from "../support/panel/panelPage.ts";
import { panelStateOf, waitingOf } from "../support/panel/states.ts";

let bench: PanelBench;

beforeAll(async () => {
  bench = await PanelBench.start();
});

afterAll(() => bench.close());

/** Text that tries to run a script, to load something from `leak`, or to lead somewhere it shouldn't. */
function hostileTexts(leak: string): readonly string[] {
  const run = "document.title='broken'";
  return [
    `<img src=x onerror="${run}">`,
    `<img src="${leak}/img">`,
    `![secret](${leak}/markdown-image?q=secret)`,
    `[![x](${leak}/nested)](javascript:${run})`,
    "[run](command:workbench.action.terminal.sendSequence?%7B%22text%22%3A%22x%22%7D)",
    `[run](javascript:${run})`,
    `[run](java\tscript:${run})`,
    `[run](\u0001javascript:${run})`,
    `[run](JaVaScRiPt&colon;${run})`,
    "[file](file:///etc/passwd) [vscode](vscode://x) [data](data:text/html,<script>1</script>)",
    `<script>${run}</script>`,
    `<script src="${leak}/script"></script>`,
    `<svg onload="${run}"><script>${run}</script></svg>`,
    `![svg](data:image/svg+xml;base64,PHN2ZyBvbmxvYWQ9ImFsZXJ0KDEpIi8+)`,
    `<style>@import url(${leak}/style);*{display:none}</style>`,
    `<link rel="stylesheet" href="${leak}/link"><link rel="prefetch" href="${leak}/prefetch">`,
    `<base href="${leak}/"><meta http-equiv="refresh" content="0;url=${leak}/refresh">`,
    `<form action="${leak}/form"><input name="q" id="composer-hint"><button>Send</button></form>`,
    `<iframe src="${leak}/frame" srcdoc="<script>${run}</script>"></iframe><object data="${leak}/object"></object>`,
    `<video src="${leak}/video" autoplay></video><audio src="${leak}/audio"></audio>`,
    `<div style="background:url(${leak}/background)">x</div>`,
    `<math><mtext></form><form><mglyph><svg><mtext><textarea><path id="</textarea><img onerror=${run} src=1>">`,
    `<noscript><p title="</noscript><img src=x onerror=${run}>">`,
    `</silverpoint-markdown><silverpoint-panel></silverpoint-panel>`,
    `\`\`\`"onload="${run}"\n<img src=${leak}/code>\n\`\`\``,
    `| <img src=${leak}/cell> |\n| --- |\n| <img src=x onerror=${run}> |`,
    `[x]: javascript:${run}\n\n[x] and ![x]`,
    `<${leak}/auto> "><img src=${leak}/break>`,
    "{{7*7}} <!--lit-part--> <?lit$123$>",
  ];
}

/** A state that has the text in every field that a package or a model can fill. */
function stateWith(text: string): PanelState {
  const fields = { name: text, status: text, statusText: text, summary: text, detail: text, other: text };
  const citations = [
    { title: text, url: text },
    { title: text, url: "javascript:document.title='broken'" },
    { title: text, url: "https://example.com/" },
  ];
  const action = { command: "showLog", label: text } as const;
  const types = ["user", "assistant", "thinking", "notice", "failure", "tool", "questions", text];
  const items: ViewItem[] = types.map((type) => ({ id: text, type, text, ...fields, citations, action }));
  return panelStateOf({
    design: { kind: "readable", name: text, outline: [{ id: text, type: text, name: text, depth: 1e9 }], more: 0 },
    items: [...items, { id: text, type: "assistant", text, status: "running" }],
    queue: { held: true, messages: [waitingOf(text, text)] },
    unsent: [waitingOf("s1", text), waitingOf("s2", text, { sendable: false })],
    composer: { blocked: { text, action } },
    banners: [{ id: text, tone: "error", text, action }],
    model: { provider: text, label: text, server: text },
  });
}

describe("hostile text in every field", () => {
  it("runs nothing, loads nothing and breaks no rule of the policy", async () => {
    const leak = `${bench.origin}/leak`;
    const panel = await bench.open();
    for (const text of hostileTexts(leak)) {
      await panel.replaceState(stateWith(text));
      await panel.page.evaluate(() => {
        for (const fold of document.querySelectorAll("details")) fold.open = true;
      });
      await panel.settled();
      expect(await panel.page.getByRole("article").count(), text).toBe(9);
      expect(await panel.page.title(), text).toBe("Silverpoint");
      expect(await panel.violations(), text).toEqual([]);
      const found = await panel.page.evaluate(() => ({
        elements: document.querySelectorAll(
          "article :is(img, script, style, iframe, object, embed, form, input, link, meta, base, video, audio, math, noscript)",
        ).length,
        handlers: [...document.querySelectorAll("article *")].filter((element) =>
          [...element.attributes].some(({ name }) => name.startsWith("on") || name === "style" || name === "id"),
        ).length,
        links: [...document.querySelectorAll("article a")].map((anchor) => anchor.getAttribute("href") ?? ""),
      }));
      expect(found.elements, text).toBe(0);
      expect(found.handlers, text).toBe(0);
      for (const link of found.links) expect(link, text).toMatch(/^(https?|mailto):/);
      expect(bench.strangeRequests, text).toEqual([]);
    }
    await panel.close();
  });

  it("a damaged design's reason is text too", async () => {
    const reason = `<img src="${bench.origin}/leak/reason">`;
    const panel = await bench.open({ state: panelStateOf({ design: { kind: "damaged", reason } }) });
    await panel.page.getByText(reason).waitFor();
    expect(bench.strangeRequests).toEqual([]);
    await panel.close();
  });
});
