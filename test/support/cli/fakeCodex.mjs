#!/usr/bin/env node
// Speaks the protocol of `codex app-server` as a script says that stands in the environment.
import { appendFileSync } from "node:fs";

const plan = JSON.parse(process.env.FAKE_PLAN ?? "{}");
if (process.argv.includes("--version")) {
  console.log(`codex-cli ${plan.version ?? "0.171.0"}`);
  process.exit(0);
}
const note = (fact) => plan.notes && appendFileSync(plan.notes, `${JSON.stringify(fact)}\n`);
note({ started: process.pid, argv: process.argv.slice(2) });
if (plan.errors === true) process.stderr.write("x".repeat(10 * 1024 * 1024));
if (plan.banner === true) process.stdout.write("\u001b[1mCodex\u001b[0m\nnot json {\n");

const send = (record) => process.stdout.write(`${JSON.stringify(record)}\n`);
const notify = (method, params) => send({ method, params });

const results = {
  initialize: { userAgent: "codex/0.171.0" },
  "account/read": plan.account ?? { account: { type: "apiKey" }, requiresOpenaiAuth: true },
  "config/read": { config: { mcp_servers: { own: {}, other: {} } } },
  "thread/start": { thread: { id: "thread" } },
  "turn/start": { turn: { id: "turn" } },
  "turn/interrupt": {},
};

const play = async (step) => {
  switch (step.do) {
    case "text":
      return notify("item/agentMessage/delta", { itemId: step.item ?? "m", delta: step.text });
    case "notify":
      return notify(step.method, step.params);
    case "record":
      return send(step.record);
    case "exit":
      process.stderr.write(step.said ?? "");
      return process.exit(step.code);
    case "hang":
      return new Promise(() => undefined);
  }
};

const turn = async () => {
  notify("turn/started", { turn: { id: "turn" } });
  for (const step of plan.steps ?? []) await play(step);
  notify("turn/completed", { turn: plan.end ?? { status: "completed", error: null } });
};

let rest = "";
process.stdin.setEncoding("utf8").on("data", (piece) => {
  rest += piece;
  const lines = rest.split("\n");
  rest = lines.pop();
  for (const line of lines) {
    const { id, method, params, result, error } = JSON.parse(line);
    note({ method, params, id, result, error });
    if (method === undefined || id === undefined) continue;
    const refusal = plan.refuses?.[method];
    send(
      refusal === undefined ? { id, result: results[method] ?? {} } : { id, error: { code: -32603, message: refusal } },
    );
    if (method === "turn/start" && refusal === undefined) void turn();
    if (method !== "turn/interrupt") continue;
    notify("turn/completed", { turn: { status: "interrupted", error: null } });
  }
});
process.stdin.on("end", () => process.exit(0));
