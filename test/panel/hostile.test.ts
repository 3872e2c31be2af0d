import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { PanelState, ViewItem } from "../../src/protocol/index.ts";
import { PanelBench, type PanelPage } from "../support/panel/panelPage.ts";
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

/** What the host may say of a node, of what a turn used and of a message's pictures. */
const hash = "a".repeat(64);

/** The items of a conversation with the text in every field that a package or a model can fill. */
function itemsWith(text: string): ViewItem[] {
  const fields = { name: text, status: text, statusText: text, summary: text, detail: text, other: text };
  const citations = [
    { title: text, url: text },
    { title: text, url: "javascript:document.title='broken'" },
    { title: text, url: "https://example.com/" },
  ];
  const action = { command: "showLog", label: text } as const;
  const touched = { created: 1, changed: 2, deleted: 3, page: text, nodes: [{ id: text, name: text }] };
  const more = { time: text, nodes: [text], touched, images: [text], imageCount: 1 };
  const types = ["user", "assistant", "thinking", "notice", "failure", "tool", "questions", "reportedIssue", text];
  const ours = ["batch_design", "get_screenshot", "get_document", "read_workspace_file"].map((name): ViewItem => {
    const detail = `arguments:\n${text}\n\nresult:\n${text}`;
    return { id: text, type: "tool", text: "", ...more, status: "succeeded", name, summary: text, detail };
  });
  return [
    ...types.map((type) => ({ id: text, type, text, ...fields, ...more, citations, action })),
    ...ours,
    { id: text, type: "user", text: "Between two runs", images: [text], imageCount: 1 },
    { id: text, type: "tool", text: "", name: text, status: text, statusText: text, summary: text },
    { id: text, type: "assistant", text, status: "running" },
  ];
}

/** So many items are on the page at once, whatever is in them. */
const atOnce = 8;

/** States that have the text in every field that a package or a model can fill. */
function statesWith(text: string): PanelState[] {
  const items = itemsWith(text);
  const starts = Array.from({ length: Math.ceil(items.length / atOnce) }, (_, index) => index * atOnce);
  return starts.map((start) => stateWith(text, items.slice(start, start + atOnce)));
}

function stateWith(text: string, items: ViewItem[]): PanelState {
  const action = { command: "showLog", label: text } as const;
  const draft = { text, images: [{ sha256: hash, name: text }], from: [], lineage: text, revision: 1e9 };
  return panelStateOf({
    design: { kind: "readable", name: text, outline: [{ id: text, type: text, name: text, depth: 1e9 }], more: 0 },
    drawing: { revision: 1, assets: "assets/", pages: ["p1", "p2"].map((id) => ({ id, name: text })) },
    items,
    queue: { held: true, messages: [{ ...waitingOf(text, text), images: [hash] }] },
    unsent: [{ ...waitingOf("s1", text), images: [hash] }, waitingOf("s2", text, { sendable: false })],
    composer: { blocked: { text, action }, draft },
    banners: [{ id: text, tone: "error", text, action }],
    model: { provider: text, label: text, server: text },
    allowed: [text],
  });
}

/** Nothing ran, nothing was asked for, and nothing that a text said became a part of the page. */
async function expectHarmless(panel: PanelPage, text: string): Promise<void> {
  expect(await panel.page.title(), text).toBe("Silverpoint");
  expect(await panel.violations(), text).toEqual([]);
  const found = await panel.page.evaluate(() => ({
    elements: document.querySelectorAll(
      "article :is(img, script, style, iframe, object, embed, form, input, link, meta, base, video, audio, math, noscript)",
    ).length,
    handlers: [...document.querySelectorAll("article *")].filter((element) =>
      [...element.attributes].some(({ name }) => name.startsWith("on") || name === "style" || name === "id"),
    ).length,
    links: [...document.querySelectorAll("article :is(a, vscode-link)")].map(
      (anchor) => anchor.getAttribute("href") ?? "",
    ),
  }));
  expect(found.elements, text).toBe(0);
  expect(found.handlers, text).toBe(0);
  for (const link of found.links) expect(link, text).toMatch(/^(https?|mailto):/);
  expect(bench.strangeRequests, text).toEqual([]);
}

describe("hostile text in every field", () => {
  it("PRV-3: runs nothing, loads nothing and breaks no rule of the policy", async () => {
    const leak = `${bench.origin}/leak`;
    const panel = await bench.open({ height: 9000 });
    for (const text of hostileTexts(leak)) {
      for (const state of statesWith(text)) {
        await panel.replaceState(state);
        await panel.page.locator(".group-head[aria-expanded=false]").evaluateAll((heads) => {
          for (const head of heads) if (head instanceof HTMLElement) head.click();
        });
        await panel.page.evaluate(() => {
          for (const fold of document.querySelectorAll("details")) fold.open = true;
        });
        await panel.settled();
        await expectHarmless(panel, text);
      }
    }
    await expect.poll(() => panel.page.getByRole("article").count()).toBeGreaterThan(0);
    await panel.close();
  });

  it("PRV-3: what the host says of a refusal and of what was looked for is text too", async () => {
    const panel = await bench.open();
    for (const text of hostileTexts(`${bench.origin}/leak`)) {
      const offers: ViewItem["offers"] = ["retry"];
      await panel.replaceState(panelStateOf({ items: [{ id: "a", type: "assistant", text, offers }] }));
      panel.answers.retryTurn = () => {
        throw new Error(text);
      };
      await panel.page.getByRole("button", { name: "Retry" }).click();
      await panel.page.getByRole("alert").getByText(text.trim().slice(0, 12)).first().waitFor();
      panel.answers.findItems = () => ({ count: 1, matches: [[0, 1]] });
      await panel.page.keyboard.press("Control+f");
      await panel.page.getByRole("textbox", { name: "Find in Conversation" }).fill(text);
      await panel.settled();
      await expectHarmless(panel, text);
      await panel.page.keyboard.press("Escape");
      await panel.page.getByRole("alert").getByRole("button", { name: "Dismiss" }).click();
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
