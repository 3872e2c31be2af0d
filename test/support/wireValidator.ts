/**
 * Checks the body of a request to Anthropic's Messages API the way the service does, from its rules and from reports
 * of what it refuses. Written apart from the product's code, which it judges.
 */

import {
  imageTypeOf,
  isObject,
  isPositiveInteger,
  type Json,
  parse,
  type Report,
  unpairedSurrogates,
} from "./wire/checks.ts";

const megabyte = 1024 * 1024;
const limits = { bodyBytes: 32 * megabyte, imageBase64: 5 * megabyte, images: 100, edge: 8000, marks: 4, idLength: 64 };

const bodyKeys = [
  "model",
  "max_tokens",
  "system",
  "tools",
  "tool_choice",
  "thinking",
  "output_config",
  "metadata",
  "stop_sequences",
  "stream",
  "messages",
];

const blockKeys: Readonly<Record<string, { required: readonly string[]; optional: readonly string[] }>> = {
  text: { required: ["text"], optional: ["cache_control"] },
  image: { required: ["source"], optional: ["cache_control"] },
  tool_use: { required: ["id", "name", "input"], optional: ["cache_control"] },
  tool_result: { required: ["tool_use_id"], optional: ["content", "is_error", "cache_control"] },
};

/** Everything that is wrong with the body; an empty list when the service would take it. */
export function validateAnthropicRequest(raw: string): readonly string[] {
  const found: string[] = [];
  const report = (fault: string): void => void found.push(fault);
  if (Buffer.byteLength(raw) > limits.bodyBytes) report("the body is over 32 MB");
  for (const half of unpairedSurrogates(raw)) report(`half a surrogate pair: ${half}`);
  const body = parse(raw);
  if (!isObject(body)) return [...found, "the body isn't a JSON object"];
  checkTop(body, report);
  checkTools(body.tools, report);
  checkMarks(body, report);
  const messages = body.messages;
  if (!Array.isArray(messages) || messages.length === 0) report("messages: at least one is needed");
  else checkMessages(messages, report);
  return found;
}

function checkTop(body: Json, report: Report): void {
  for (const key of Object.keys(body)) if (!bodyKeys.includes(key)) report(`${key}: not permitted`);
  const { model, max_tokens: maxTokens, system, thinking, stream } = body;
  if (stream !== undefined && typeof stream !== "boolean") report("stream: not a boolean");
  if (typeof model !== "string" || model === "") report("model: missing");
  if (!isPositiveInteger(maxTokens)) report("max_tokens: not a positive integer");
  else if (maxTokens > 128_000) report("max_tokens: over every model's limit");
  if (Array.isArray(system)) {
    for (const block of system) checkBlock(block, "system", ["text"], report);
  } else if (system !== undefined && (typeof system !== "string" || system.trim() === "")) {
    report("system: neither text nor blocks");
  }
  if (thinking === undefined) return;
  const type = isObject(thinking) ? thinking.type : undefined;
  if (type !== "adaptive" && type !== "enabled" && type !== "disabled") report("thinking: unknown type");
  if (type === "adaptive" && /-(opus|sonnet|haiku)-4-5(-|$)/.test(String(model))) {
    report("thinking: this model doesn't think adaptively");
  }
}

function checkTools(tools: unknown, report: Report): void {
  if (tools === undefined) return;
  if (!Array.isArray(tools)) {
    report("tools: not a list");
    return;
  }
  if (tools.length === 0) report("tools: an empty list");
  const names = new Set<unknown>();
  for (const tool of tools) {
    const name = isObject(tool) ? tool.name : undefined;
    if (isObject(tool) && tool.type !== undefined && tool.type !== "custom") {
      checkServerTool(tool, report);
      if (names.has(name)) report(`tools: ${String(name)} is there twice`);
      names.add(name);
      continue;
    }
    if (!isObject(tool) || typeof name !== "string" || !/^[a-zA-Z0-9_-]{1,128}$/.test(name)) {
      report(`tools: bad name ${JSON.stringify(name)}`);
      continue;
    }
    if (names.has(name)) report(`tools: ${name} is there twice`);
    names.add(name);
    const allowed = ["type", "name", "description", "input_schema", "cache_control"];
    const { description } = tool;
    if (description !== undefined && typeof description !== "string") report(`tools: ${name}: description isn't text`);
    for (const key of Object.keys(tool)) if (!allowed.includes(key)) report(`tools: ${name}.${key}: not permitted`);
    const schema = tool.input_schema;
    if (!isObject(schema) || schema.type !== "object") report(`tools: ${name}: the schema isn't an object's`);
  }
}

/** Tools that the service runs by itself: of these only its search is ours. */
function checkServerTool(tool: Json, report: Report): void {
  if (tool.type !== "web_search_20250305") {
    report(`tools: unknown type ${JSON.stringify(tool.type)}`);
    return;
  }
  if (tool.name !== "web_search") report(`tools: the search is named ${JSON.stringify(tool.name)}`);
  const allowed = ["type", "name", "max_uses", "cache_control"];
  for (const key of Object.keys(tool)) if (!allowed.includes(key)) report(`tools: web_search.${key}: not permitted`);
  if (tool.max_uses !== undefined && !isPositiveInteger(tool.max_uses)) report("tools: web_search.max_uses: no count");
}

/** Marks are counted in the order of the prompt: tools, system, messages. */
function checkMarks(body: Json, report: Report): void {
  const marks = [body.tools, body.system, body.messages].flatMap(marksIn);
  if (marks.length > limits.marks) report(`cache_control: ${marks.length} marks, at most ${limits.marks} are taken`);
  let hasShort = false;
  for (const mark of marks) {
    const ttl = isObject(mark) ? (mark.ttl ?? "5m") : undefined;
    if (!isObject(mark) || mark.type !== "ephemeral") report("cache_control: not ephemeral");
    else if (ttl !== "5m" && ttl !== "1h") report("cache_control: unknown ttl");
    if (ttl === "1h" && hasShort) report("cache_control: an hour's mark after one of five minutes");
    hasShort ||= ttl === "5m";
  }
}

function marksIn(value: unknown): readonly unknown[] {
  if (Array.isArray(value)) return value.flatMap(marksIn);
  if (!isObject(value)) return [];
  return Object.entries(value).flatMap(([key, child]) => {
    if (key === "cache_control") return [child];
    return key === "input" || key === "input_schema" ? [] : marksIn(child);
  });
}

interface Turn {
  readonly role: string;
  readonly blocks: readonly Json[];
}

function checkMessages(messages: readonly unknown[], report: Report): void {
  const turns: { role: string; blocks: Json[] }[] = [];
  for (const [index, message] of messages.entries()) {
    const read = readMessage(message, `messages.${index}`, report);
    if (read === undefined) continue;
    const last = turns.at(-1);
    if (last?.role === read.role) last.blocks.push(...read.blocks);
    else turns.push({ role: read.role, blocks: [...read.blocks] });
  }
  if (turns[0]?.role !== "user") report("messages: the first isn't the user's");
  if (turns.at(-1)?.role !== "user") report("messages: the last isn't the user's");
  checkCalls(turns, report);
  const images = turns.flatMap((turn) => turn.blocks).filter((block) => block.type === "image");
  if (images.length > limits.images) report(`messages: ${images.length} images, at most ${limits.images} are taken`);
}

/** The message with the blocks that can be looked at further. */
function readMessage(message: unknown, where: string, report: Report): Turn | undefined {
  const role = isObject(message) ? message.role : undefined;
  if (!isObject(message) || (role !== "user" && role !== "assistant")) {
    report(`${where}: unknown role`);
    return undefined;
  }
  for (const key of Object.keys(message)) {
    if (key !== "role" && key !== "content") report(`${where}.${key}: not permitted`);
  }
  const { content } = message;
  const blocks = typeof content === "string" ? [{ type: "text", text: content }] : content;
  if (!Array.isArray(blocks) || blocks.length === 0) {
    report(`${where}: no content`);
    return undefined;
  }
  const types = role === "user" ? ["text", "image", "tool_result"] : ["text", "tool_use"];
  return { role, blocks: blocks.filter((block) => checkBlock(block, where, types, report)).filter(isObject) };
}

/** Each call has one result in the turn right after it, and the results stand before all else there. */
function checkCalls(turns: readonly Turn[], report: Report): void {
  const seen = new Set<unknown>();
  let open = new Set<unknown>();
  for (const turn of turns) {
    const results = turn.blocks.filter((block) => block.type === "tool_result");
    if (turn.role === "user") {
      for (const { tool_use_id: id } of results) {
        if (!open.delete(id)) report(`tool_result ${String(id)}: no call, or a second result`);
      }
      const leading = turn.blocks.slice(0, results.length);
      if (leading.some((block) => block.type !== "tool_result")) report("tool_result: something stands before it");
      for (const id of open) report(`tool_use ${String(id)}: no result in the next turn`);
      open = new Set();
    }
    for (const block of turn.blocks) {
      if (block.type !== "tool_use") continue;
      if (seen.has(block.id)) report(`tool_use ${String(block.id)}: the id is there twice`);
      seen.add(block.id);
      open.add(block.id);
    }
  }
  for (const id of open) report(`tool_use ${String(id)}: no result`);
}

/** Whether the block is one of those types and can be looked at further. */
function checkBlock(block: unknown, where: string, types: readonly string[], report: Report): boolean {
  const type = isObject(block) ? block.type : undefined;
  const keys = typeof type === "string" && types.includes(type) ? blockKeys[type] : undefined;
  if (!isObject(block) || keys === undefined) {
    report(`${where}: a block of type ${JSON.stringify(type)} isn't taken here`);
    return false;
  }
  const known = ["type", ...keys.required, ...keys.optional];
  for (const key of Object.keys(block)) if (!known.includes(key)) report(`${where}: ${type}.${key}: not permitted`);
  for (const key of keys.required) if (block[key] === undefined) report(`${where}: ${type}.${key}: missing`);
  if (type === "text") checkText(block.text, where, report);
  if (type === "image") checkImage(block.source, where, report);
  if (type === "tool_use") checkCall(block, where, report);
  if (type === "tool_result") checkResult(block, where, report);
  return true;
}

function checkText(text: unknown, where: string, report: Report): void {
  if (typeof text !== "string" || /^[\s\u0085\u200b]*$/.test(text)) report(`${where}: blank text`);
}

function checkCall(block: Json, where: string, report: Report): void {
  const { id, name, input } = block;
  if (typeof id !== "string" || !/^[a-zA-Z0-9_-]+$/.test(id)) report(`${where}: bad id ${JSON.stringify(id)}`);
  else if (id.length > limits.idLength) report(`${where}: an id of ${id.length} characters`);
  if (typeof name !== "string" || !/^[a-zA-Z0-9_-]{1,128}$/.test(name)) report(`${where}: bad name`);
  if (!isObject(input)) report(`${where}: the input isn't an object`);
}

function checkResult(block: Json, where: string, report: Report): void {
  const { content, is_error: isError } = block;
  if (isError !== undefined && typeof isError !== "boolean") report(`${where}: is_error isn't a boolean`);
  if (content === undefined) return;
  if (typeof content === "string") checkText(content, where, report);
  else if (!Array.isArray(content)) report(`${where}: the result is neither text nor blocks`);
  else for (const part of content) checkBlock(part, where, ["text", "image"], report);
}

function checkImage(source: unknown, where: string, report: Report): void {
  const data = isObject(source) && source.type === "base64" ? source.data : undefined;
  if (!isObject(source) || typeof data !== "string") {
    report(`${where}: an image without bytes`);
    return;
  }
  if (!/^[A-Za-z0-9+/]+={0,2}$/.test(data) || data.length % 4 !== 0) report(`${where}: the image isn't Base64`);
  if (data.length > limits.imageBase64) report(`${where}: an image over 5 MB`);
  const bytes = Buffer.from(data, "base64");
  const actual = imageTypeOf(bytes);
  if (actual === undefined || actual !== source.media_type) {
    report(`${where}: ${String(source.media_type)} declared, ${actual} found`);
  }
  if (actual !== "image/png" || bytes.length < 24) return;
  if (Math.max(bytes.readUInt32BE(16), bytes.readUInt32BE(20)) > limits.edge) report(`${where}: an image too large`);
}
