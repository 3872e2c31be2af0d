import { mkdir } from "node:fs/promises";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { PanelState } from "../../src/protocol/index.ts";
import { PanelBench } from "../support/panel/panelPage.ts";
import { outline, panelStateOf, richItems, richState, waitingOf } from "../support/panel/states.ts";
import type { Theme } from "../support/panel/themes.ts";

const folder = "test-results/panel";
let bench: PanelBench;

beforeAll(async () => {
  await mkdir(folder, { recursive: true });
  bench = await PanelBench.start();
});

afterAll(() => bench.close());

interface Picture {
  readonly name: string;
  readonly state: PanelState;
  readonly theme?: Theme;
  readonly width?: number;
  readonly height?: number;
  /** Shows the beginning of the conversation in place of its end. */
  readonly top?: boolean;
  /** Written before the handed-back messages arrive. */
  readonly draft?: string;
  readonly unsent?: PanelState["unsent"];
  /** Folds the outline away. */
  readonly folded?: boolean;
}

const design = { kind: "readable", name: "Night Market Poster", outline, more: 202 } as const;
const queue = {
  held: true,
  messages: [waitingOf("q1", "Then try a warmer moon."), waitingOf("q2", "And export both pages.")],
};

const draft = "A draft of mine.";
const unsent = [waitingOf("s1", "Make the title larger.\nAbout 1.6 times.", { imageCount: 2 })];
const waitingState = richState({
  turn: "idle",
  items: [
    ...richItems,
    {
      id: "f1",
      type: "failure",
      text: "The model server refused the key (401).",
      summary: "Set a valid key, then send the message again.",
      action: { command: "setApiKey", label: "Set API Key…" },
    },
  ],
  queue,
  model: { provider: "anthropic", label: "Claude Opus 5.5", server: "Scripted model · http://127.0.0.1:4321" },
  context: { used: 171_000, limit: 200_000 },
  cost: { kind: "estimated", dollars: 1.42, atLeast: true },
  banners: [
    {
      id: "b1",
      tone: "warning",
      text: "The saved conversation could not be read: it ends in the middle of a string. A message will replace it.",
      action: { command: "showLog", label: "Show Log" },
    },
  ],
});

const pictures: readonly Picture[] = [
  { name: "rich-dark", state: richState() },
  { name: "rich-light", state: richState(), theme: "light" },
  { name: "rich-high-contrast", state: richState(), theme: "highContrast" },
  { name: "rich-top-dark", state: richState(), top: true },
  { name: "rich-top-light", state: richState(), theme: "light", top: true },
  { name: "rich-narrow", state: richState(), width: 420, height: 800 },
  { name: "rich-high-contrast-narrow", state: richState(), theme: "highContrast", width: 300, height: 640 },
  { name: "rich-zoomed", state: richState(), width: 640, height: 400 },
  {
    name: "rich-zoomed-light",
    state: richState({ turn: "idle" }),
    theme: "light",
    width: 640,
    height: 400,
    folded: true,
  },
  { name: "waiting-narrow", state: waitingState, draft, unsent, width: 260, height: 700 },
  { name: "waiting-narrowest", state: waitingState, draft, unsent, width: 190, height: 700 },
  { name: "waiting-dark", state: waitingState, draft, unsent },
  { name: "long-draft-dark", state: richState({ turn: "idle" }), draft: "A line of a long draft.\n".repeat(30) },
  { name: "empty-zoomed", state: panelStateOf({ design }), width: 640, height: 400 },
  { name: "empty-dark", state: panelStateOf({ design }) },
  { name: "empty-light", state: panelStateOf({ design }), theme: "light" },
  { name: "empty-narrow", state: panelStateOf({ design }), width: 420, height: 800 },
  {
    name: "blocked-dark",
    state: panelStateOf({
      design,
      composer: {
        blocked: {
          text: "No API key for Anthropic yet. It is kept in your system’s key store.",
          action: { command: "setApiKey", label: "Set API Key…" },
        },
      },
    }),
  },
  {
    name: "damaged-dark",
    state: richState({
      turn: "idle",
      items: [...richItems],
      design: { kind: "damaged", reason: "document.json isn’t valid JSON: line 48, column 13, a comma is missing." },
    }),
  },
  {
    name: "damaged-narrow",
    state: richState({
      turn: "idle",
      items: [...richItems],
      design: { kind: "damaged", reason: "document.json isn’t valid JSON: line 48, column 13, a comma is missing." },
    }),
    width: 420,
    height: 800,
  },
];

describe("pictures of the panel", () => {
  it.each(pictures)("$name", async ({ name, top, draft, unsent, folded, ...options }) => {
    const panel = await bench.open(options);
    await panel.settled();
    if (draft !== undefined) await panel.page.getByRole("textbox", { name: "Message" }).fill(draft);
    if (unsent !== undefined) await panel.set({ unsent });
    if (folded) await panel.page.getByRole("button", { name: "Outline" }).click();
    if (top) await panel.page.locator(".scroller").evaluate((element) => element.scrollTo(0, 0));
    await panel.settled();
    const picture = await panel.page.screenshot({ path: `${folder}/${name}.png`, caret: "initial" });
    expect(picture.byteLength).toBeGreaterThan(10_000);
    expect(await panel.page.evaluate(() => document.documentElement.scrollWidth <= window.innerWidth)).toBe(true);
    await panel.close();
  });

  it("menu-dark", async () => {
    const panel = await bench.open({ state: richState() });
    await panel.page.getByRole("button", { name: "More Actions" }).click();
    await panel.page.getByRole("menu").waitFor();
    await panel.page.screenshot({ path: `${folder}/menu-dark.png` });
    await panel.close();
  });
});
