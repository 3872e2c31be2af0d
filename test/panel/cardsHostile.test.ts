import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { PanelState, ViewItem } from "../../src/protocol/index.ts";
import { approvalOf } from "../support/panel/cardStates.ts";
import { PanelBench } from "../support/panel/panelPage.ts";
import { itemOf, panelStateOf } from "../support/panel/states.ts";

let bench: PanelBench;

beforeAll(async () => {
  bench = await PanelBench.start();
});

afterAll(() => bench.close());

/** Every kind of card and of item that has a view of its own, with the text in each of its fields. */
function itemsWith(text: string): ViewItem[] {
  const fields = { name: text, summary: text, status: text, statusText: text, detail: text, other: text };
  const citations = [
    { title: text, url: text },
    { title: text, url: "https://example.com/" },
  ];
  const questions = (["single", "multiple", "text"] as const).map((choice) => {
    return { id: text, text, choice, options: [{ label: text, description: text }] };
  });
  const directions = [{ title: text, description: text }];
  const standings = ["open", "answered", "expired", "dismissed"] as const;
  const cards = standings.flatMap((standing): ViewItem["card"][] => [
    { kind: "approval", standing, tool: text, reason: text, arguments: text },
    { kind: "approval", standing, tool: text, reason: "askFirst", arguments: JSON.stringify({ [text]: text }) },
    { kind: "questions", standing, questions, answers: { [text]: [text] } },
    { kind: "directions", standing, directions, chosen: text },
    { kind: "skill", standing },
    { kind: "lintRule", standing, rule: text },
  ]);
  const rating = { value: "bad" as const, reasons: [text] };
  return [
    ...cards.map((card, index) => itemOf(`${index}`, "questions", text, { ...fields, ...(card ? { card } : {}) })),
    itemOf("w", "webSearch", text, { ...fields, citations }),
    itemOf("r", "reportedIssue", text, fields),
    itemOf("n", "notice", text, fields),
    itemOf("a", "assistant", text, { ...fields, citations, rating }),
  ];
}

/** So many items are on the page at once, whatever is in them. */
const atOnce = 4;

function statesWith(text: string): PanelState[] {
  const retry = { attempt: 2, tries: 8, seconds: 4, reason: text };
  const items = itemsWith(text);
  const starts = Array.from({ length: Math.ceil(items.length / atOnce) }, (_, index) => index * atOnce);
  return starts.map((start) =>
    panelStateOf({ items: items.slice(start, start + atOnce), turn: "running", retry, allowed: [text] }),
  );
}

const run = "document.title='broken'";
const texts = (leak: string): readonly string[] => [
  `<img src=x onerror="${run}"><img src="${leak}/img">`,
  `"><script>${run}</script><style>*{display:none}</style>`,
  `[run](javascript:${run}) ![x](${leak}/markdown)`,
  `javascript:${run}`,
  "command:workbench.action.terminal.sendSequence",
  "<silverpoint-card></silverpoint-card><!--lit-part--><?lit$123$>",
  "__proto__",
  "\u202e\u2066\u200b\u0000\u0007\u001b[31m\u009b\u2028\ufeff\u{e0001}\ud83d",
  `${"wide".repeat(2000)}`,
  `safe${" ".repeat(10_000)}not safe`,
  "",
];

describe("hostile text in every field of every card", () => {
  it("TRN-10: runs nothing, loads nothing, leads nowhere and breaks no rule of the policy", async () => {
    const leak = `${bench.origin}/leak`;
    const panel = await bench.open({ width: 900, height: 6000 });
    for (const state of texts(leak).flatMap(statesWith)) {
      const { text = "" } = state.items[0] ?? {};
      await panel.replaceState(state);
      await expect.poll(() => panel.page.getByRole("article").count(), { message: text }).toBe(state.items.length);
      await panel.page.evaluate(() => {
        for (const fold of document.querySelectorAll("details")) fold.open = true;
      });
      await panel.settled();
      expect(await panel.page.title(), text).toBe("Silverpoint");
      expect(await panel.violations(), text).toEqual([]);
      const found = await panel.page.evaluate(() => ({
        elements: document.querySelectorAll("article :is(img, script, style, iframe, object, form, link, meta, base)")
          .length,
        links: [...document.querySelectorAll("article :is(a, vscode-link)")].map(
          (anchor) => anchor.getAttribute("href") ?? "",
        ),
        wide: [...document.querySelectorAll("article")].flatMap(({ scrollWidth, clientWidth, ariaPosInSet }) =>
          scrollWidth > clientWidth ? [ariaPosInSet] : [],
        ),
        unseen: [...document.querySelectorAll("silverpoint-card")].filter((card) =>
          /(?![\n\t])[\p{Cc}\p{Cf}]/u.test(card.querySelector(".card")?.textContent ?? ""),
        ).length,
      }));
      expect(found, text).toMatchObject({ elements: 0, wide: [], unseen: 0 });
      for (const link of found.links) expect(link, text).toMatch(/^(https?|mailto):/);
      expect(bench.strangeRequests, text).toEqual([]);
    }
    await panel.close();
  });

  it.each([
    ["U+202E", "user\u202egnp.exe"],
    ["U+001B", "\u001b[2K\u001b[1Anothing to see"],
    ["U+0000", "a\u0000b"],
    ["10,000 spaces", `{"a": 1}${" ".repeat(10_000)}rm`],
  ])("TRN-10: an approval shows what can’t be seen: %s", async (mark, text) => {
    const panel = await bench.open({ state: panelStateOf({ items: [approvalOf("c", { arguments: text })] }) });
    const box = panel.page.getByRole("group", { name: "Arguments" });
    await box.getByText(mark).first().waitFor();
    expect(await box.evaluate((element) => element.scrollHeight - element.clientHeight)).toBe(0);
    await panel.close();
  });

  it("TRN-10: a megabyte of marks is shown, to its end", async () => {
    const text = `${"a\u202e".repeat(250_000)} the end`;
    const panel = await bench.open({ state: panelStateOf({ items: [approvalOf("c", { arguments: text })] }) });
    expect((await panel.page.getByRole("group", { name: "Arguments" }).textContent())?.slice(-16)).toBe(
      "a[U+202E] the end".slice(-16),
    );
    await panel.close();
  });
});
