import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { codexBackend } from "../../../src/cli/codex/codexBackend.ts";
import {
  type CliConversation,
  type CliConversationOptions,
  openCliConversation,
} from "../../support/cli/cliConversation.ts";

const path = join(import.meta.dirname, "../../support/cli/fakeCodex.mjs");
let folder: string;
let open: CliConversation[] = [];

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "fake-"));
});
afterEach(async () => {
  await Promise.all(open.map((each) => each.close()));
  open = [];
  await rm(folder, { recursive: true });
});

async function start(plan: object, options: Partial<CliConversationOptions> = {}): Promise<CliConversation> {
  const FAKE_PLAN = JSON.stringify({ notes: join(folder, "notes"), ...plan });
  const conversation = await openCliConversation({
    backend: codexBackend,
    path,
    environment: { FAKE_PLAN },
    ...options,
  });
  open.push(conversation);
  return conversation;
}

interface Note {
  readonly argv?: readonly string[];
  readonly id?: unknown;
  readonly method?: string;
  readonly params?: Readonly<Record<string, unknown>>;
  readonly result?: unknown;
  readonly error?: unknown;
}

async function notes(): Promise<Note[]> {
  const text = await readFile(join(folder, "notes"), "utf8");
  const lines = text.split("\n").filter(Boolean);
  return lines.map((line) => JSON.parse(line) as Note);
}

const total = (input: number, output: number) => ({
  do: "notify",
  method: "thread/tokenUsage/updated",
  params: { tokenUsage: { total: { inputTokens: input, cachedInputTokens: 10, outputTokens: output } } },
});

/** A busy machine takes its time; what is waited for comes or doesn't. */
const patient = { timeout: 20_000 };

describe("a Codex at its worst", () => {
  it("CLI-4: is understood through a banner, megabytes of errors and what only tomorrow's says", async () => {
    const steps = [
      { do: "notify", method: "item/fromTomorrow", params: { secret: "private words" } },
      { do: "text", text: "a\u2028" },
      { do: "text", text: "b" },
      { do: "notify", method: "item/completed", params: { item: { type: "agentMessage", id: "m", text: "a\u2028b" } } },
      { do: "notify", method: "item/completed", params: { item: { type: "agentMessage", id: "n", text: "c" } } },
    ];
    const { say, conversation, log } = await start({ banner: true, errors: true, steps });
    expect(await say("Hello")).toEqual({ kind: "completed" });
    expect(conversation.items.at(-1)?.text).toBe("a\u2028b\n\nc");
    expect(log.join("\n")).not.toContain("private words");
  });

  it("FMT-9: has its running totals made into what each turn used", async () => {
    const { say, conversation } = await start({ steps: [{ do: "text", text: "Yes" }, total(100, 7)] });
    await say("One");
    expect(conversation.usage).toMatchObject({ input: 90, cacheRead: 10, output: 7 });
    // The same totals again: nothing more was used.
    await say("Two");
    expect(conversation.usage).toMatchObject({ input: 90, cacheRead: 10, output: 7 });
    expect(conversation.estimatedCost).toEqual({ kind: "notBilled" });
  });

  it("CLI-4: is started quietly, keeps the person's own servers off, and has neither prompt nor token in its arguments", async () => {
    const { say } = await start({ steps: [{ do: "text", text: "Yes" }] });
    await say("Hello");
    const all = await notes();
    const argv = all.flatMap((note) => note.argv ?? []).join(" ");
    expect(argv).toBe(
      "app-server -c analytics.enabled=false -c check_for_update_on_startup=false -c features.apps=false -c features.plugins=false",
    );
    const thread = all.find(({ method }) => method === "thread/start")?.params;
    expect(thread).toMatchObject({
      baseInstructions: "You are a design agent under test.",
      config: {
        mcp_servers: {
          own: { enabled: false },
          other: { enabled: false },
          design: {
            required: true,
            omit_tools_from: ["deferred"],
            http_headers: { Authorization: expect.stringMatching(/^Bearer /) },
          },
        },
      },
    });
  });

  it("CLI-4: has its questions decided by the person, and the others refused", async () => {
    const request = (id: number, method: string) => ({
      do: "record",
      record: { id, method, params: { message: "May I?" } },
    });
    const steps = [
      request(1, "from/tomorrow"),
      request(2, "item/commandExecution/requestApproval"),
      request(3, "mcpServer/elicitation/request"),
      { do: "text", text: "Yes" },
    ];
    const { say } = await start({ steps }, { ask: async ({ arguments: text }) => text.includes("May I?") });
    expect(await say("Hello")).toEqual({ kind: "completed" });
    await expect
      .poll(async () => (await notes()).filter(({ method }) => method === undefined).slice(1), patient)
      .toEqual([
        { id: 1, error: { code: -32601, message: "Not supported." } },
        { id: 2, result: { decision: "accept" } },
        { id: 3, result: { action: "accept", content: {}, _meta: null } },
      ]);
  });

  it("CLI-4: declines what nobody is there to decide", async () => {
    const steps = [
      { do: "record", record: { id: 1, method: "item/fileChange/requestApproval", params: {} } },
      { do: "text", text: "Yes" },
    ];
    const { say } = await start({ steps });
    await say("Hello");
    await expect.poll(async () => (await notes()).at(-1), patient).toEqual({ id: 1, result: { decision: "decline" } });
  });

  it("CLI-4: is stopped in a turn, shows its retries, and takes the next message", async () => {
    const stop = new AbortController();
    const retry = { error: { message: "Reconnecting... 2/5", additionalDetails: "503" }, willRetry: true };
    const steps = [{ do: "notify", method: "error", params: retry }, { do: "text", text: "Hm" }, { do: "hang" }];
    const { say, statuses } = await start(
      { steps },
      { onStep: ({ type }) => (type === "text" ? stop.abort() : undefined) },
    );
    expect(await say("Hello", { signal: stop.signal })).toEqual({ kind: "stopped" });
    expect(statuses).toEqual([
      { kind: "retrying", attempt: 2, tries: 5, milliseconds: 0, reason: "503" },
      { kind: "working" },
    ]);
    expect((await notes()).filter(({ method }) => method === "turn/interrupt")).toMatchObject([
      { params: { threadId: "thread", turnId: "turn" } },
    ]);
  });

  it.each([
    [{ account: { account: null, requiresOpenaiAuth: true } }, "Run “codex login” in a terminal"],
    [{ version: "0.99.0" }, "Version 0.99.0 of Codex is too old: 0.100.0 or later"],
    [{ refuses: { "thread/start": "required MCP server design failed to start" } }, "could not reach the design tools"],
    [{ refuses: { "turn/start": "no such thing" } }, "can't be understood: no such thing"],
    [{ steps: [{ do: "exit", code: 4, said: "panicked\n" }] }, "ended unexpectedly (exit code 4): panicked"],
    [
      { end: { status: "failed", error: { message: "Too long", codexErrorInfo: "contextWindowExceeded" } } },
      "Start a new conversation",
    ],
    [
      {
        end: {
          status: "failed",
          error: { message: "No", codexErrorInfo: { httpConnectionFailed: { httpStatusCode: 401 } } },
        },
      },
      "codex login",
    ],
    [
      { end: { status: "failed", error: { message: "Slow", codexErrorInfo: "usageLimitExceeded" } } },
      "usage limit: Slow. Wait",
    ],
    [
      { end: { status: "failed", error: { message: "From tomorrow", codexErrorInfo: { odd: 1 } } } },
      "failure: From tomorrow",
    ],
  ])("CLI-4: fails with one thing to do: %j", async (plan, words) => {
    const { say, conversation } = await start(plan);
    expect(await say("Hello")).toMatchObject({ kind: "failed" });
    expect(conversation.items.at(-1)?.text).toContain(words);
    expect(conversation.unsent).toHaveLength(1);
  });
});
