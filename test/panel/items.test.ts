import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { ViewItem } from "../../src/protocol/index.ts";
import { approvalOf, issueItem } from "../support/panel/cardStates.ts";
import { PanelBench, type PanelPage } from "../support/panel/panelPage.ts";
import { itemOf, outline, panelStateOf } from "../support/panel/states.ts";

let bench: PanelBench;

beforeAll(async () => {
  bench = await PanelBench.start();
});

afterAll(() => bench.close());

const design = { kind: "readable", name: "Night Market Poster", outline, more: 0 } as const;

function tool(id: string, name: string, more: Partial<ViewItem> = {}): ViewItem {
  return itemOf(id, "tool", "", { name, status: "succeeded", ...more });
}

function open(items: readonly ViewItem[], more = {}): Promise<PanelPage> {
  return bench.open({ state: panelStateOf({ design, items: [...items], ...more }) });
}

const nodes = [
  { id: "n2", name: "Title" },
  { id: "n6", name: "Moon" },
  { id: "n3", name: "Caption" },
  { id: "n5", name: "Tower" },
];
const touched = { created: 0, changed: 4, deleted: 0, page: "Front", nodes };
const detail = 'arguments:\n{"operations":"[]"}\n\nresult:\n{"created":[]}';
const answered = { reasons: [] };

describe("a tool's card", () => {
  it.each([
    [tool("t", "batch_design", { touched, summary: "Title" }), "Changed 4 nodes on Front: Title, Moon, Caption…"],
    [tool("t", "batch_design", { summary: "Title" }), "Changed the design: Title"],
    [
      tool("t", "batch_design", { touched: { created: 2, changed: 1, deleted: 1, nodes: [] } }),
      "Added 2, changed 1 and deleted 1 nodes",
    ],
    [tool("t", "get_screenshot", { summary: "Title" }), "Looked at Title"],
    [tool("t", "get_document", { summary: "outline" }), "Read the outline of the design"],
    [tool("t", "Get_Document", { summary: "Moon" }), "Read Moon"],
    [tool("t", "batch_design", { status: "failed", statusText: "Not applied" }), "Didn’t change the design"],
    [tool("t", "their_tool", { summary: "Something of theirs" }), "their_tool Something of theirs"],
  ])("FMT-4: says in words what was done: %#", async (item, words) => {
    const panel = await open([item]);
    const card = panel.page.getByRole("article").locator(".card-head");
    expect(((await card.textContent()) ?? "").replace(/\s+/g, " ")).toContain(words);
    await panel.close();
  });

  const declined = { status: "failed", statusText: "Declined" };
  const waiting = { status: "running", waits: true };
  it.each([
    [[tool("t", "batch_design", declined)], "declined", "Didn’t change the design Declined"],
    [[tool("t", "batch_design", waiting)], "waiting", "A change to the design waits for your answer Waiting"],
    [[tool("t", "get_document", waiting)], "waiting", "get_document waits for your answer Waiting"],
    [[tool("r", "get_document"), tool("t", "batch_design", declined)], "declined", "Read the design 1 declined"],
    [
      [tool("t", "batch_design", declined), tool("u", "batch_design", declined)],
      "declined",
      "Nothing was done 2 declined",
    ],
    [
      [tool("t", "batch_design", declined), tool("u", "get_document", { status: "failed" })],
      "failed",
      "Nothing worked 1 failed, 1 declined",
    ],
    [
      [tool("r", "get_document"), tool("t", "batch_design", waiting)],
      "waiting",
      "A change to the design waits for your answer 2 steps",
    ],
  ])(
    "TRN-2: what the person declined isn't called a failure, and what waits for them doesn't run: %#",
    async (items, tone, words) => {
      const panel = await open(items, { turn: "running" });
      const head = panel.page.locator(".card-head");
      expect(((await head.textContent()) ?? "").replace(/\s+/g, " ").trim()).toBe(words);
      await expect.poll(() => head.locator(".standing").getAttribute("data-tone")).toBe(tone);
      await expect.poll(() => head.locator(".shimmer, .dots").count()).toBe(0);
      await panel.close();
    },
  );

  it.each(["notice", "failure"])("FMT-5: a %s without a text says that there are no details", async (type) => {
    const panel = await open([itemOf("e", type, "")]);
    await panel.page.getByRole("article").getByText("No details.").waitFor();
    await panel.close();
  });

  it("what can be done with an item takes no room until it is seen, and nothing moves then", async () => {
    const panel = await open([
      itemOf("a", "assistant", "One."),
      itemOf("b", "assistant", "Two."),
      itemOf("u", "user", "Go"),
    ]);
    const [first, second] = [
      panel.page.getByText("One.", { exact: true }),
      panel.page.getByText("Two.", { exact: true }),
    ];
    const gap = async () => {
      const [above, below] = [await first.boundingBox(), await second.boundingBox()];
      return (below?.y ?? 0) - ((above?.y ?? 0) + (above?.height ?? 0));
    };
    expect(await gap()).toBeLessThanOrEqual(20);
    const before = await gap();
    const copy = panel.page.getByRole("article").first().getByRole("button", { name: "Copy as Markdown" });
    const line = panel.page.locator(".item-actions").first();
    await first.hover();
    await expect.poll(() => line.evaluate((each) => getComputedStyle(each).opacity)).toBe("1");
    expect(await gap()).toBe(before);
    await copy.click();
    await expect.poll(() => panel.callsOf("copyItem")).toEqual([{ index: 0 }]);
    await second.hover();
    await panel.page.getByRole("textbox", { name: "Message" }).focus();
    await expect.poll(() => line.evaluate((each) => getComputedStyle(each).opacity)).toBe("0");
    await copy.focus();
    await expect.poll(() => line.evaluate((each) => getComputedStyle(each).opacity)).toBe("1");
    await panel.close();
  });

  it("FMT-4: unfolds to its arguments and its result, each by itself", async () => {
    const panel = await open([tool("t", "batch_design", { detail, touched })]);
    await panel.page.getByRole("article").locator("summary").click();
    await expect.poll(() => panel.page.getByRole("group", { name: "Arguments" }).textContent()).toBe("operations:\n[]");
    await expect.poll(() => panel.page.getByRole("group", { name: "Result" }).textContent()).toBe('{"created":[]}');
    await panel.close();
  });

  it("DOC-3, IMG-1: shows the picture that the model saw; one that is gone says so; a press shows it large", async () => {
    const images = ["a".repeat(64), "b".repeat(64)];
    const panel = await bench.open();
    const data =
      "iVBORw0KGgoAAAANSUhEUgAAAAQAAAADCAIAAAA7ljmRAAAAFUlEQVR4nGOQ1nWAIwZkDgODtC4SAgBdSAZ9w0vNJQAAAABJRU5ErkJggg==";
    panel.answers.readImage = ({ sha256 }) =>
      sha256.startsWith("a") ? { image: { mimeType: "image/png", data } } : {};
    await panel.replaceState(panelStateOf({ items: [tool("t", "get_screenshot", { images, imageCount: 2 })] }));
    await panel.page.getByText("No longer kept").waitFor();
    const picture = panel.page.getByRole("button", { name: "Image 1" });
    const before = await picture.boundingBox();
    await picture.click();
    await expect.poll(() => picture.getAttribute("aria-expanded")).toBe("true");
    expect(before?.height).toBe(160);
    expect(await panel.violations()).toEqual([]);
    expect(bench.strangeRequests).toEqual([]);
    await panel.close();
  });
});

describe("a run of tools", () => {
  const run = [
    tool("t1", "batch_design"),
    tool("t2", "batch_design", { status: "failed" }),
    tool("t3", "batch_design"),
    tool("t4", "get_screenshot", { summary: "Title", detail }),
  ];

  it("FMT-4: stands under one line, which opens and closes from the keyboard", async () => {
    const panel = await open([itemOf("u", "user", "Go"), ...run]);
    const line = panel.page.getByRole("button", { name: "Changed the design 2 times, looked once" });
    await line.getByText("1 failed").waitFor();
    await expect.poll(() => panel.page.getByRole("article").count()).toBe(2);
    await line.focus();
    await panel.page.keyboard.press("Enter");
    await panel.page.getByText("Looked at Title").waitFor();
    await expect.poll(() => line.getAttribute("aria-expanded")).toBe("true");
    await expect.poll(() => panel.focused()).toContain("Changed the design 2 times");
    const places = await panel.page
      .locator(".group-items article")
      .evaluateAll((all) => all.map((each) => each.ariaPosInSet));
    expect(places).toEqual(["2", "3", "4", "5"]);
    await panel.page.keyboard.press("Enter");
    await panel.page.getByText("Looked at Title").waitFor({ state: "detached" });
    await panel.close();
  });

  it("FMT-4: says what runs while something does", async () => {
    const panel = await open([...run, tool("t5", "get_screenshot", { status: "running" })], { turn: "running" });
    await panel.page.getByRole("button", { name: "Looking at the design…" }).waitFor();
    await panel.change({ op: "item", index: 4, item: tool("t5", "get_screenshot", { summary: "Moon" }) });
    await panel.page.getByRole("button", { name: "Changed the design 2 times, looked 2 times" }).waitFor();
    await panel.close();
  });

  it("FMT-12: copying one of its tools copies the one at that place", async () => {
    const panel = await open([itemOf("u", "user", "Go"), ...run]);
    await panel.page.locator(".group-head").click();
    await panel.page.getByText("Looked at Title").click();
    await panel.page.locator(".group-items").getByRole("button", { name: "Copy as Markdown" }).click();
    await expect.poll(() => panel.callsOf("copyItem")).toEqual([{ index: 4 }]);
    await panel.close();
  });
});

describe("the row below an item", () => {
  const time = "2024-03-05T10:20:30.000Z";
  const spent = {
    ...{ input: 1200, output: 800, cacheRead: 11_100, cacheWrite: 0 },
    cost: { kind: "estimated", dollars: 0.25 },
  } as const;
  const opacity = (panel: PanelPage, selector: string, nth: number) =>
    panel.page
      .locator(selector)
      .nth(nth)
      .evaluate((element) => Number(getComputedStyle(element).opacity));

  it("FMT-6: the last answer's rating can be seen, an older one's when it is pointed at or has the focus", async () => {
    const first = itemOf("a1", "assistant", "One.", { rating: answered });
    const last = itemOf("a2", "assistant", "Two.", { rating: { ...answered, isNewest: true } });
    const panel = await open([itemOf("u1", "user", "1"), first, itemOf("u2", "user", "2"), last]);
    await panel.page.getByRole("textbox", { name: "Message" }).hover();
    await expect.poll(() => opacity(panel, ".rating", 0)).toBe(0);
    expect(await opacity(panel, ".rating", 1)).toBe(1);
    await panel.page.getByText("One.").hover();
    await expect.poll(() => opacity(panel, ".rating", 0)).toBe(1);
    await panel.page.getByRole("textbox", { name: "Message" }).hover();
    await expect.poll(() => opacity(panel, ".rating", 0)).toBe(0);
    await panel.page.getByRole("button", { name: "Good Answer" }).first().focus();
    await expect.poll(() => opacity(panel, ".rating", 0)).toBe(1);
    await panel.close();
  });

  it("FMT-4: says when it was and what its turn used, on hover; an old item without a time says nothing", async () => {
    const items = [itemOf("u", "user", "Go", { time }), itemOf("a", "assistant", "Done.", { time, spent })];
    const panel = await open([...items, itemOf("u2", "user", "An old one")]);
    const facts = panel.page.locator(".item-facts");
    await expect.poll(() => facts.count()).toBe(2);
    await expect.poll(() => facts.nth(0).locator("time").getAttribute("datetime")).toBe(time);
    await expect.poll(() => facts.nth(0).textContent()).toContain("2024");
    await expect
      .poll(() => facts.nth(1).textContent())
      .toContain("This turn: 12,300 tokens in, 800 out, $0.25 estimated");
    await expect.poll(() => facts.nth(1).getAttribute("title")).toMatch(/Tuesday.*March 5, 2024.*\nThis turn/s);
    await panel.page.getByRole("textbox", { name: "Message" }).hover();
    await expect.poll(() => opacity(panel, ".item-facts", 1)).toBe(0);
    await panel.page.getByText("Done.").hover();
    await expect.poll(() => opacity(panel, ".item-facts", 1)).toBe(1);
    await panel.close();
  });

  it("TRN-6: Retry and Edit Message stand where they are offered, and nowhere else", async () => {
    const items = [
      ...[itemOf("u1", "user", "1"), itemOf("a1", "assistant", "One.", { rating: answered })],
      ...[itemOf("u2", "user", "2", { offers: ["revise"] }), itemOf("a2", "assistant", "Two.", { offers: ["retry"] })],
    ];
    const panel = await open(items);
    await panel.page.getByRole("button", { name: "Retry" }).click();
    // What an older item offers shows where somebody points at it.
    await panel.page.getByRole("article", { name: "You" }).last().hover();
    await panel.page.getByRole("button", { name: "Edit Message" }).click();
    await expect.poll(() => [...panel.callsOf("retryTurn"), ...panel.callsOf("reviseMessage")]).toEqual([{}, {}]);
    await panel.close();
  });

  it("FMT-12: an item is copied by its place, which two of one id don't share", async () => {
    const panel = await open([itemOf("same", "assistant", "One."), itemOf("same", "assistant", "Two.")]);
    await panel.page.getByText("Two.").hover();
    await panel.page.getByRole("button", { name: "Copy as Markdown" }).nth(1).click();
    await expect.poll(() => panel.callsOf("copyItem")).toEqual([{ index: 1 }]);
    await panel.close();
  });

  it("the whole conversation is copied from the menu", async () => {
    const panel = await open([itemOf("u", "user", "Go")]);
    await panel.page.getByRole("button", { name: "More Actions" }).click();
    await panel.page.getByRole("menuitem", { name: "Copy as Markdown" }).click();
    await expect.poll(() => panel.callsOf("runCommand")).toEqual([{ command: "copyConversationAsMarkdown" }]);
    await panel.close();
  });
});

const page = {
  ...{ id: "p1", name: "Front", width: 400, height: 300 },
  children: ["caption", "grain", "n2"].map((id, index) => ({
    ...{ id, type: "rectangle", name: id, fill: "#336699" },
    ...{ x: 20 + index * 120, y: 40, width: 100, height: 80 },
  })),
};

/** A panel whose drawing has the nodes that the cards speak of. */
async function openDrawn(items: readonly ViewItem[], more = {}): Promise<PanelPage> {
  const pages = [{ id: "p1", name: "Front" }];
  const panel = await bench.open();
  panel.answers.readDrawing = () => ({ kind: "whole", drawing: { revision: 2, page, components: {} } });
  const drawing = { revision: 2, assets: "assets/", pages };
  await panel.replaceState(panelStateOf({ design, drawing, items: [...items], ...more }));
  await panel.page.getByRole("img", { name: "Page Front" }).waitFor();
  return panel;
}

describe("what a card says of the design", () => {
  it("TRN-10: an approval says what would be done, and shows where while it is pointed at or has the focus", async () => {
    const panel = await openDrawn([approvalOf("c")], { turn: "running" });
    const card = panel.page.getByRole("article", { name: "Tool Approval batch_design" });
    await card.getByText("Change 1 node: caption; add 1 node: Date; delete 1 node: grain", { exact: true }).waitFor();
    const marks = panel.page.locator(".rings .pointed");
    await expect.poll(() => marks.count()).toBe(0);
    await card.getByText(/^Change 1 node/).hover();
    await expect.poll(() => marks.count()).toBe(2);
    await panel.page.getByRole("textbox", { name: "Message" }).hover();
    await expect.poll(() => marks.count()).toBe(0);
    await panel.page.getByRole("button", { name: "Deny" }).focus();
    await expect.poll(() => marks.count()).toBe(2);
    await expect.poll(() => panel.callsOf("answerCard")).toEqual([]);
    await panel.close();
  });

  it.each(["not JSON", "[]", '{"operations":"[{}]"}', '{"operations":[{"op":"explode","id":"a"}]}'])(
    "TRN-10: an approval says nothing of arguments that can't be told in a sentence: %s",
    async (given) => {
      const panel = await open([approvalOf("c", { arguments: given })], { turn: "running" });
      await panel.page.getByRole("group", { name: "Arguments" }).waitFor();
      await expect.poll(() => panel.page.locator(".card-plan").count()).toBe(0);
      await panel.page.getByText("Allow this tool to run?").waitFor();
      await panel.close();
    },
  );

  it("FMT-4: an issue's nodes are chips: pointing shows one, a press selects it", async () => {
    const panel = await openDrawn([{ ...issueItem, nodes: ["n2", "gone"] }]);
    const chips = panel.page.getByRole("list", { name: "Nodes" });
    await chips.getByRole("button", { name: "Title" }).hover();
    await expect.poll(() => panel.page.locator(".rings .pointed").count()).toBe(1);
    await chips.getByRole("button", { name: "Title" }).click();
    await expect.poll(() => panel.page.locator(".rings .selected").count()).toBe(1);
    await expect.poll(() => panel.callsOf("lookAt").at(-1)).toEqual({ page: "p1", selection: ["n2"] });
    await chips.getByRole("button", { name: "gone" }).waitFor();
    await panel.close();
  });

  it("TRN-2: what runs without asking is shown while it does, and can be taken back", async () => {
    const panel = await open([], { allowed: ["batch_design", "generate_image"] });
    await panel.page.getByText("Allowed without asking:").waitFor();
    await panel.page.getByRole("button", { name: "Ask again before generate_image runs" }).click();
    await expect.poll(() => panel.callsOf("disallow")).toEqual([{ tool: "generate_image" }]);
    await panel.set({}, "allowed");
    await expect.poll(() => panel.page.getByText("Allowed without asking:").count()).toBe(0);
    await panel.close();
  });
});
