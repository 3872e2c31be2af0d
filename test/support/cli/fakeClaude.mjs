#!/usr/bin/env node
// Speaks Claude Code's stream-json protocol as a script says that stands in the environment: what a real program might do at its worst.
import { spawn } from "node:child_process";
import { appendFileSync } from "node:fs";

const plan = JSON.parse(process.env.FAKE_PLAN ?? "{}");
if (process.argv.includes("--version")) {
  console.log(`${plan.version ?? "2.1.332"} (Claude Code)`);
  process.exit(0);
}
const note = (fact) => plan.notes && appendFileSync(plan.notes, `${JSON.stringify(fact)}\n`);
note({ started: process.pid, argv: process.argv.slice(2) });

const colour = "\u001b[32m";
/** Writes a record; where the plan says so, every byte by itself. */
const write = async (text) => {
  if (plan.bytewise !== true) return process.stdout.write(text);
  for (const byte of Buffer.from(text)) await new Promise((resolve) => process.stdout.write(Buffer.of(byte), resolve));
};
const send = (record) => write(`${JSON.stringify(record)}\n`);

if (plan.deaf === true) process.on("SIGTERM", () => undefined);
if (plan.grandchild === true) {
  const deaf = "process.on('SIGTERM', () => {}); setInterval(() => {}, 1000); console.log('ready')";
  const child = spawn(process.execPath, ["-e", deaf], { stdio: ["ignore", "pipe", "ignore"] });
  await new Promise((resolve) => child.stdout.once("data", resolve));
  note({ grandchild: child.pid });
}
if (plan.banner === true) await write(`${colour}Welcome to Claude!\u001b[0m\n\n{ not json\n[1,2]\n`);
if (plan.errors === true) process.stderr.write("x".repeat(10 * 1024 * 1024));

const event = (fields) => send({ type: "stream_event", event: fields, parent_tool_use_id: null });
const result = (fields) => send({ type: "result", subtype: "success", is_error: false, total_cost_usd: 0, ...fields });
let isStopped;

const play = async (step) => {
  switch (step.do) {
    case "text":
      return event({ type: "content_block_delta", index: 0, delta: { type: "text_delta", text: step.text } });
    case "record":
      return send(step.record);
    case "raw":
      return write(step.text);
    case "exit":
      process.stderr.write(step.said ?? "");
      await new Promise((resolve) => process.stdout.write("", resolve));
      return process.exit(step.code);
    case "hang":
      return new Promise((resolve) => {
        isStopped = resolve;
      });
  }
};

const turn = async () => {
  const status = plan.tools ?? "connected";
  await send({ type: "system", subtype: "init", apiKeySource: "none", mcp_servers: [{ name: "design", status }] });
  await event({ type: "message_start", message: { id: "m", usage: { input_tokens: 5, output_tokens: 1 } } });
  for (const step of plan.steps ?? []) await play(step);
  await event({ type: "message_stop" });
  const text = JSON.stringify({ type: "result", subtype: "success", is_error: false });
  if (plan.noFinalNewline !== true) return result({});
  await write(text);
  process.exit(0);
};

let rest = "";
process.stdin.setEncoding("utf8").on("data", (piece) => {
  rest += piece;
  const lines = rest.split("\n");
  rest = lines.pop();
  for (const line of lines) {
    const record = JSON.parse(line);
    note({ received: record });
    if (record.type === "user") void turn();
    if (record.type !== "control_request") continue;
    if (record.request.subtype !== "interrupt" || plan.ignoresInterrupt === true) continue;
    isStopped?.();
    void send({ type: "result", subtype: "error_during_execution", is_error: true });
  }
});
process.stdin.on("end", () => plan.deaf !== true && process.exit(0));
