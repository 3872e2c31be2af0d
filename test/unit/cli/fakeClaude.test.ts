import { chmod, mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { claudeCodeBackend } from "../../../src/cli/claudeCode/claudeCodeBackend.ts";
import { Conversation } from "../../../src/conversation/conversation.ts";
import {
  type CliConversation,
  type CliConversationOptions,
  openCliConversation,
} from "../../support/cli/cliConversation.ts";
import { groupMembers } from "../../support/host/processGroup.ts";
import { runCommandLine } from "../../support/host/runCommandLine.ts";

const path = join(import.meta.dirname, "../../support/cli/fakeClaude.mjs");
let folder: string;
let open: CliConversation[] = [];

beforeAll(() => chmod(path, 0o755));
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
    backend: claudeCodeBackend,
    path,
    environment: { FAKE_PLAN },
    ...options,
  });
  open.push(conversation);
  return conversation;
}

interface Note {
  readonly started?: number;
  readonly received?: {
    readonly type?: string;
    readonly message?: { readonly content?: unknown };
    readonly response?: unknown;
  };
}

async function notes(): Promise<Note[]> {
  const text = await readFile(join(folder, "notes"), "utf8");
  return text
    .split("\n")
    .filter(Boolean)
    .map((line) => JSON.parse(line) as Note);
}

async function startedGroup(): Promise<number> {
  return (await notes()).findLast(({ started }) => started !== undefined)?.started ?? 0;
}

/** A signal that aborts as soon as the turn says something. */
function stopAtText(): { signal: AbortSignal; onStep: NonNullable<CliConversationOptions["onStep"]> } {
  const stop = new AbortController();
  return { signal: stop.signal, onStep: ({ type }) => (type === "text" ? stop.abort() : undefined) };
}

const hanging = [{ do: "text", text: "Hm" }, { do: "hang" }];

/** A busy machine takes its time; what is waited for comes or doesn't. */
const patient = { timeout: 20_000 };

describe("a Claude Code at its worst", () => {
  it("CLI-4: is understood through a banner, colours, U+2028, megabytes of errors and lines cut at every byte", async () => {
    const delta = { type: "text_delta", text: "red " };
    const coloured = { type: "stream_event", event: { type: "content_block_delta", index: 0, delta } };
    const steps = [
      { do: "text", text: "a\u2028b é " },
      { do: "record", record: { type: "from_tomorrow", secret: "private words" } },
      { do: "raw", text: `\u001b[31m${JSON.stringify(coloured)}\u001b[0m\n` },
      { do: "text", text: "👩‍👩‍👧" },
    ];
    const { say, conversation, log } = await start({ banner: true, errors: true, bytewise: true, steps });
    expect(await say("Hello")).toEqual({ kind: "completed" });
    expect(conversation.items.at(-1)?.text).toBe("a\u2028b é red 👩‍👩‍👧");
    expect(log.join("\n")).toContain("passed over a record: from_tomorrow");
    expect(log.join("\n")).not.toContain("private words");
  });

  it("CLI-4: is heard to its last line, also without a newline", async () => {
    const { say } = await start({ noFinalNewline: true, steps: [{ do: "text", text: "Yes" }] });
    expect(await say("Hello")).toEqual({ kind: "completed" });
  });

  it("CLI-4: that crashes midway fails the turn, and the next one starts a new session with the prefix", async () => {
    const plan = {
      steps: [
        { do: "text", text: "Partly" },
        { do: "exit", code: 3, said: "Out of memory\n" },
      ],
    };
    const { say, conversation } = await start(plan);
    expect(await say("One")).toMatchObject({ kind: "failed", failure: { code: "network" } });
    expect(conversation.items.at(-1)?.text).toBe(
      "Claude Code ended unexpectedly (exit code 3): Out of memory. Send the message again: a new session starts.",
    );
    await say("Two");
    const told = (await notes()).flatMap(({ received }) => received?.message?.content ?? []);
    expect(told).toEqual([
      "# This turn\nMode: Just do it\n\nOne",
      "# Conversation so far\n\nUser: One\n\nAssistant: Partly\n\n# This turn\nMode: Just do it\n\nTwo",
    ]);
  });

  it("CLI-4: that doesn't stop when asked is ended with all that it started", async () => {
    const { signal, onStep } = stopAtText();
    const plan = { ignoresInterrupt: true, deaf: true, grandchild: true, steps: hanging };
    const { say } = await start(plan, { onStep, stopMilliseconds: 50 });
    expect(await say("Hello", { signal })).toEqual({ kind: "stopped" });
    const group = await startedGroup();
    await expect.poll(() => groupMembers(group), patient).toEqual([]);
  });

  it("CLI-4: leaves nothing behind when its document closes in the middle of a turn", async () => {
    const closing: Promise<void>[] = [];
    const conversation = await start(
      { deaf: true, grandchild: true, steps: hanging },
      { onStep: ({ type }) => void (type === "text" && closing.push(conversation.model.close())) },
    );
    const turn = conversation.say("Hello");
    await expect.poll(() => closing.length, patient).toBe(1);
    await Promise.all(closing);
    expect(await groupMembers(await startedGroup())).toEqual([]);
    expect(await turn).toMatchObject({ kind: "failed" });
  });

  it("CLI-4: is told of nothing by its arguments: no prompt, no system prompt, no token", async () => {
    const text = `-rf ${"long ".repeat(400_000)}\0`;
    const { say, conversation } = await start({ steps: [{ do: "text", text: "Yes" }] });
    expect(await say(text)).toEqual({ kind: "completed" });
    const all = await notes();
    const argv = await runCommandLine("ps", ["-ww", "-o", "args=", "-p", String(await startedGroup())]);
    expect(argv).toContain("--strict-mcp-config");
    expect(argv).not.toMatch(/long|design agent|Bearer|This turn/);
    expect(argv.length).toBeLessThan(1_000);
    const [told] = all.flatMap(({ received }) => received?.message?.content ?? []);
    expect(told === `# This turn\nMode: Just do it\n\n${text}`).toBe(true);
    expect(conversation.items).toHaveLength(2);
  });

  it("CLI-4: that asks what nobody knows is declined, and what a person can decide is asked", async () => {
    const request = (id: string, subtype: string) => ({
      do: "record",
      record: {
        type: "control_request",
        request_id: id,
        request: { subtype, tool_name: "Bash", input: { command: "ls" } },
      },
    });
    const asked: unknown[] = [];
    const steps = [request("1", "from_tomorrow"), request("2", "can_use_tool"), { do: "text", text: "Yes" }];
    const { say } = await start(
      { steps },
      {
        ask: async (question) => {
          asked.push(question);
          return false;
        },
      },
    );
    expect(await say("Hello")).toEqual({ kind: "completed" });
    expect(asked).toEqual([{ name: "Bash", arguments: '{"command":"ls"}' }]);
    await expect
      .poll(async () => (await notes()).flatMap(({ received }) => received?.response ?? []), patient)
      .toEqual([
        { subtype: "error", request_id: "1", error: "Not supported." },
        { subtype: "success", request_id: "2", response: { behavior: "deny", message: "The user declined." } },
      ]);
  });

  it("CLI-4: that takes a question back gets no answer to it", async () => {
    const steps = [
      {
        do: "record",
        record: { type: "control_request", request_id: "1", request: { subtype: "can_use_tool", tool_name: "Bash" } },
      },
      { do: "record", record: { type: "control_cancel_request", request_id: "1" } },
      { do: "text", text: "Yes" },
    ];
    let isWithdrawn = false;
    const ask: CliConversationOptions["ask"] = (_, signal) =>
      new Promise((resolve) => {
        signal.addEventListener("abort", () => {
          isWithdrawn = true;
          resolve(true);
        });
      });
    const { say } = await start({ steps }, { ask });
    expect(await say("Hello")).toEqual({ kind: "completed" });
    expect(isWithdrawn).toBe(true);
    expect((await notes()).flatMap(({ received }) => received?.response ?? [])).toEqual([]);
  });

  it("CLI-4: says that it is silent, that it tries again and that a limit is near, as it comes", async () => {
    const { signal, onStep } = stopAtText();
    const retry = {
      type: "system",
      subtype: "api_retry",
      attempt: 2,
      max_retries: 10,
      retry_delay_ms: 500,
      error: "overloaded",
      error_status: 529,
    };
    const limit = { type: "rate_limit_event", rate_limit_info: { status: "allowed_warning", resetsAt: 0 } };
    const { say, statuses } = await start(
      {
        steps: [
          { do: "record", record: retry },
          { do: "record", record: limit },
          { do: "text", text: "Hm" },
          { do: "hang" },
        ],
      },
      { onStep: () => undefined, silentMilliseconds: 30 },
    );
    const turn = say("Hello", { signal });
    await expect
      .poll(() => statuses.map(({ kind }) => kind).toSorted(), patient)
      .toEqual(expect.arrayContaining(["rateLimit", "retrying", "silent", "working"]));
    expect(statuses).toContainEqual({
      kind: "retrying",
      attempt: 2,
      tries: 10,
      milliseconds: 500,
      reason: "overloaded 529",
    });
    expect(statuses).toContainEqual({
      kind: "rateLimit",
      text: "The usage limit is near until 1970-01-01T00:00:00.000Z.",
    });
    onStep({ type: "text", text: "" });
    expect(await turn).toEqual({ kind: "stopped" });
  });

  it.each([
    [{ tools: "failed" }, "could not reach the design tools (failed)"],
    [{ version: "2.0.9" }, "Version 2.0.9 of Claude Code is too old: 2.1.0 or later"],
    [{ steps: [{ do: "exit", code: 1, said: "error: unknown option '--tools'\n" }] }, "is too old"],
  ])("CLI-4: fails with one thing to do: %j", async (plan, words) => {
    const { say, conversation } = await start(plan);
    expect(await say("Hello")).toMatchObject({ kind: "failed" });
    expect(conversation.items.at(-1)?.text).toContain(words);
    expect(conversation.unsent).toHaveLength(1);
  });

  it("CLI-2: gets the prefix until one turn has completed in its session, also after Stop", async () => {
    const restored = new Conversation();
    restored.openTurn({ id: "1", text: "Before", images: [], mode: "Discuss" });
    restored.appendText("Earlier");
    restored.endTurn({ kind: "completed" });
    const { signal, onStep } = stopAtText();
    const { say } = await start({ steps: hanging }, { restored, onStep });
    expect(await say("One", { signal })).toEqual({ kind: "stopped" });
    const stop = new AbortController();
    const second = say("Two", { signal: stop.signal });
    await expect
      .poll(async () => (await notes()).filter(({ received }) => received?.type === "user").length, patient)
      .toBe(2);
    stop.abort();
    await second;
    const told = (await notes()).flatMap(({ received }) => received?.message?.content ?? []);
    const prefix = "# Conversation so far\n\nUser: Before\n\nAssistant: Earlier\n\n# This turn\nMode: Just do it\n\n";
    expect(told).toEqual([`${prefix}One`, `${prefix}Two`]);
    expect((await notes()).filter(({ started }) => started !== undefined)).toHaveLength(1);
  });

  it("CLI-1: is started ahead without being sent anything, and holds the first message in that process", async () => {
    const { say, model, request } = await start({ steps: [{ do: "text", text: "Yes" }] });
    expect(model.startsSession([])).toBe(true);
    await model.prepare(request, new AbortController().signal);
    await expect.poll(startedGroup, patient).toBeGreaterThan(0);
    expect((await notes()).filter(({ received }) => received !== undefined)).toEqual([]);
    expect(await say("Hello")).toEqual({ kind: "completed" });
    expect((await notes()).filter(({ started }) => started !== undefined)).toHaveLength(1);
  });

  it("CLI-3: starts a new session with the prefix where another model answered meanwhile", async () => {
    const { say, conversation, model } = await start({ steps: [{ do: "text", text: "Yes" }] });
    await say("One");
    expect(model.startsSession(conversation.history)).toBe(false);
    conversation.openTurn({ id: "2", text: "Elsewhere", images: [], mode: "Discuss" });
    conversation.appendText("From another model");
    conversation.endTurn({ kind: "completed" });
    expect(model.startsSession(conversation.history)).toBe(true);
    await say("Two");
    const told = (await notes()).flatMap(({ received }) => received?.message?.content ?? []);
    expect(told.at(-1)).toBe(
      "# Conversation so far\n\nUser: One\n\nAssistant: Yes\n\nUser: Elsewhere\n\nAssistant: From another model\n\n# This turn\nMode: Just do it\n\nTwo",
    );
    expect((await notes()).filter(({ started }) => started !== undefined)).toHaveLength(2);
  });
});
