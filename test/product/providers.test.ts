import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { answer, type Script, text, toolCall, webSearch } from "../support/modelServer/index.ts";
import { filesBelow, makePackage, type PackageFiles } from "../support/product/packageFiles.ts";
import type { PanelDriver } from "../support/product/panelDriver.ts";
import { type ProductRun, startProductRun } from "../support/product/productRun.ts";
import { activeTab, copyPicture, pastePicture, showsDirty } from "../support/product/workbenchParts.ts";
import { requestParts } from "../support/requestPrefix.ts";

const keys = {
  ANTHROPIC_API_KEY: "sk-ant-canary-anthropic-0123456789",
  OPENAI_API_KEY: "sk-canary-openai-0123456789",
  OPENROUTER_API_KEY: "sk-or-canary-openrouter-0123456789",
};

/** A message, who answers it, and what they answer with, request by request. */
interface Leg {
  readonly provider: string;
  readonly model: string;
  readonly path: string;
  readonly asked: string;
  /** Whether the person pastes a picture before they ask. */
  readonly picture?: boolean;
  readonly scripts: readonly Script[];
  /** The words that the answer ends with. */
  readonly said: string;
}

const look = (id: string): Script => answer(text("Let me look."), toolCall(id, "get_document", '{"what":"outline"}'));

const legs: readonly Leg[] = [
  {
    provider: "anthropic",
    model: "claude-opus-5-5",
    path: "/v1/messages",
    asked: "Begin with the title",
    picture: true,
    said: "Larger, naïve 😀.",
    scripts: [
      look("toolu_1"),
      answer(webSearch("title sizes", { title: "Sizes", url: "https://a.test/" }), "Larger, naïve 😀."),
    ],
  },
  {
    provider: "openai",
    model: "gpt-6.2-sol",
    path: "/openai/v1/responses",
    asked: "And the colours",
    said: "Two blues.",
    scripts: [look("call_1"), answer(webSearch("colours", { title: "C", url: "https://c.test/" }), "Two blues.")],
  },
  {
    provider: "openrouter",
    model: "anthropic/claude-opus-5.5",
    path: "/openrouter/v1/chat/completions",
    asked: "And the moon",
    said: "Behind the hill.",
    scripts: [look("call_1"), { kind: "answer", steps: [text("Behind the hill.")], reportedCost: 0.5 }],
  },
  {
    provider: "openaiCompatible",
    model: "qwen4:8b",
    path: "/own/v1/chat/completions",
    asked: "And the stars",
    said: "Seven of them.",
    scripts: [look("call_1"), answer("Seven of them.")],
  },
  {
    provider: "anthropic",
    model: "claude-sonnet-5-5",
    path: "/v1/messages",
    asked: "Thanks",
    said: "You are welcome.",
    scripts: [answer("You are welcome.")],
  },
];

let run: ProductRun;

beforeAll(async () => {
  run = await startProductRun({ apiKey: keys.ANTHROPIC_API_KEY, environment: keys, server: { wantsKey: false } });
  const { url } = run.modelServer;
  await changeSettings({
    "silverpoint.openai.baseUrl": `${url}/openai/v1`,
    "silverpoint.openrouter.baseUrl": `${url}/openrouter/v1`,
    "silverpoint.openaiCompatible.baseUrl": `${url}/own/v1`,
  });
});

afterAll(() => run?.stop());

describe("a conversation that goes from provider to provider", () => {
  it("PRV-1, BYT-2, FMT-10: closed and opened between, it sends what one that stayed open sends, and loses nothing", async () => {
    const { modelServer, product, workspace } = run;
    const stayed = await makePackage(join(workspace, "stayed"), "Poster.silverpoint");
    const panel = await product.openPackage("stayed/Poster.silverpoint");
    for (const leg of legs) await play(panel, leg);
    const live = modelServer.requests.map(({ path, body }) => ({ path, body }));
    await save(panel);
    await close();

    modelServer.reset();
    const reopened = await makePackage(join(workspace, "reopened"), "Poster.silverpoint");
    for (const leg of legs) {
      const again = await product.openPackage("reopened/Poster.silverpoint");
      await play(again, leg);
      await save(again);
      await close();
      expect(await savedIn(reopened)).toMatchObject({ provider: leg.provider, model: leg.model });
    }
    const sent = modelServer.requests.map(({ path, body }) => ({ path, body }));

    expect(live.map(({ path }) => path)).toEqual(legs.flatMap(({ path, scripts }) => scripts.map(() => path)));
    expect(sent).toEqual(live);
    expect(modelServer.violations).toEqual([]);
    const last = live.at(-1)?.body ?? "";
    for (const word of [
      ...legs.map(({ asked }) => asked),
      "naïve 😀",
      "https://c.test/",
      "Behind the hill.",
      "Seven of them.",
    ]) {
      expect(last).toContain(word);
    }
    expectPictureIn(live);
    expect(requestParts(last).length).toBeGreaterThan(17);
    expect(
      JSON.parse(last)
        .messages.flatMap(({ content }: { content: { type: string }[] }) => content)
        .filter(isCall),
    ).toHaveLength(4);

    const { estimatedCost, usage, history } = await savedIn(reopened);
    expect(estimatedCost).toMatchObject({ kind: "estimated", atLeast: true });
    expect(estimatedCost.dollars).toBeGreaterThan(0.5);
    expect(usage).toMatchObject({ webSearchRequests: 2, reportedCost: 0.5 });
    expect(JSON.stringify(history)).not.toMatch(/signature|encrypted|reasoning|fc_/);
    expect((await savedIn(stayed)).history).toEqual(history);
  });

  it("PRV-3: each service got its own key and no other, and none is in a package or a log", async () => {
    const keysAt = (path: string) =>
      new Set(run.modelServer.requests.filter((one) => one.path === path).map(({ headers }) => headers.authorization));
    expect(keysAt("/v1/messages")).toEqual(new Set([`Bearer ${keys.ANTHROPIC_API_KEY}`]));
    expect(keysAt("/openai/v1/responses")).toEqual(new Set([`Bearer ${keys.OPENAI_API_KEY}`]));
    expect(keysAt("/openrouter/v1/chat/completions")).toEqual(new Set([`Bearer ${keys.OPENROUTER_API_KEY}`]));
    expect(keysAt("/own/v1/chat/completions")).toEqual(new Set([undefined]));
    const files = { ...(await filesBelow(run.workspace)), ...(await filesBelow(join(run.folder, "data"))) };
    expect(Object.keys(files).filter((path) => path.endsWith("Silverpoint Agent.log"))).not.toEqual([]);
    const holding = Object.entries(files).filter(([, content]) => content.includes("-canary-"));
    expect(holding.map(([path]) => path)).toEqual([]);
    expect(run.modelServer.requests.filter(({ body }) => body.includes("-canary-"))).toEqual([]);
  });
});

/** Asks what a leg asks, of whom it asks it, and waits for the whole answer. */
async function play(panel: PanelDriver, { provider, model, asked, picture, scripts, said }: Leg): Promise<void> {
  await changeSettings({ "silverpoint.agent.provider": provider, "silverpoint.agent.model": model });
  run.modelServer.enqueue(...scripts);
  if (picture) {
    await copyPicture(run.product);
    await pastePicture(panel);
  }
  await panel.send(asked);
  await panel.waitForText(said);
  await panel.waitUntilIdle();
}

async function save(panel: PanelDriver): Promise<void> {
  await panel.composer.press("Control+s");
  await expect.poll(() => showsDirty(run.product.page)).toBe(false);
}

async function close(): Promise<void> {
  await run.product.closeEditor();
  await activeTab(run.product.page).waitFor({ state: "detached" });
}

/** The picture as each wire format has it: the same bytes in every request, once each. */
function expectPictureIn(requests: readonly { readonly path: string; readonly body: string }[]): void {
  const first = JSON.parse(requests[0]?.body ?? "{}").messages.at(-1).content;
  const data: string = first.find(({ type }: { type: string }) => type === "image").source.data;
  const bytes = Buffer.from(data, "base64");
  expect([bytes.readUInt32BE(16), bytes.readUInt32BE(20)]).toEqual([40, 20]);
  const url = `data:image/png;base64,${data}`;
  const shapes: Readonly<Record<string, unknown>> = {
    "/v1/messages": { type: "image", source: { type: "base64", media_type: "image/png", data } },
    "/openai/v1/responses": { type: "input_image", image_url: url },
    "/openrouter/v1/chat/completions": { type: "image_url", image_url: { url } },
    "/own/v1/chat/completions": { type: "image_url", image_url: { url } },
  };
  for (const { path, body } of requests) {
    const { messages, input } = JSON.parse(body);
    const content = (messages ?? input).flatMap((one: { content?: unknown }) => one.content ?? []);
    const images = content.filter(({ type }: { type?: string }) => /image/.test(type ?? ""));
    expect(images, path).toEqual([expect.objectContaining(shapes[path] ?? {})]);
  }
}

async function savedIn(files: PackageFiles) {
  return JSON.parse(await files.text("agent/conversation.json"));
}

async function changeSettings(settings: Readonly<Record<string, string>>): Promise<void> {
  await run.product.control.evaluate(async (vscode, entries) => {
    for (const [key, value] of entries) {
      await vscode.workspace.getConfiguration().update(key, value, vscode.ConfigurationTarget.Global);
    }
  }, Object.entries(settings));
}

function isCall({ type }: { readonly type: string }): boolean {
  return type === "tool_use";
}
