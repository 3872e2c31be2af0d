import {
  checkArguments,
  checkDataUrl,
  checkFunction,
  checkKeys,
  checkText,
  isObject,
  isPositiveInteger,
  type Json,
  parse,
  type Report,
  unpairedSurrogates,
} from "./checks.ts";

/**
 * Checks the body of a Chat Completions request the way the strictest of the servers does, from the rules of OpenAI and
 * OpenRouter and from reports of what they refuse. Written apart from the product's code, which it judges.
 */
export function validateChatRequest(raw: string): readonly string[] {
  const found: string[] = [];
  const report = (fault: string): void => void found.push(fault);
  for (const half of unpairedSurrogates(raw)) report(`half a surrogate pair: ${half}`);
  const body = parse(raw);
  if (!isObject(body)) return [...found, "the body isn't a JSON object"];
  checkTop(body, report);
  if (!Array.isArray(body.messages) || body.messages.length === 0) report("messages: at least one is needed");
  else checkMessages(body.messages, report);
  const marks = raw.match(/"cache_control":/g)?.length ?? 0;
  if (marks > 4) report(`cache_control: ${marks} marks, at most 4 are taken`);
  if (marks > 0 && !/^anthropic\//.test(String(body.model))) report("cache_control: this model knows no marks");
  return found;
}

function checkTop(body: Json, report: Report): void {
  const keys = [
    "model",
    "max_tokens",
    "tools",
    "reasoning",
    "reasoning_effort",
    "stream",
    "stream_options",
    "messages",
  ];
  checkKeys(body, keys, "body", report);
  if (typeof body.model !== "string" || body.model === "") report("model: missing");
  if (!isPositiveInteger(body.max_tokens)) report("max_tokens: not a positive integer");
  if (body.stream !== true) report("stream: not asked for");
  if (!isObject(body.stream_options) || body.stream_options.include_usage !== true) report("usage: not asked for");
  const { tools } = body;
  if (tools === undefined) return;
  if (!Array.isArray(tools) || tools.length === 0) report("tools: not a list with something in it");
  else for (const tool of tools) checkTool(tool, report);
}

function checkTool(tool: unknown, report: Report): void {
  if (!isObject(tool) || tool.type !== "function" || !isObject(tool.function)) {
    report("tools: not a function");
    return;
  }
  checkKeys(tool, ["type", "function"], "tool", report);
  checkKeys(tool.function, ["name", "description", "parameters"], "function", report);
  checkFunction(tool.function, `tool ${String(tool.function.name)}`, report);
}

/** Each message of the model is directly followed by the results of its calls, each once. */
function checkMessages(messages: readonly unknown[], report: Report): void {
  const seen = new Set<unknown>();
  let open = new Set<unknown>();
  for (const [index, message] of messages.entries()) {
    const where = `messages.${index}`;
    if (!isObject(message)) {
      report(`${where}: not an object`);
      continue;
    }
    if (message.role === "tool") {
      checkKeys(message, ["role", "tool_call_id", "content"], where, report);
      if (!open.delete(message.tool_call_id)) report(`${where}: a result of no call right before it`);
      checkTexts(message.content, where, report);
      continue;
    }
    for (const id of open) report(`${where}: the call ${String(id)} has no result`);
    open = new Set();
    if (message.role === "assistant") open = checkAnswer(message, where, seen, report);
    else if (message.role === "user") checkUser(message, where, report);
    else if (message.role === "system" && index === 0) checkTexts(message.content, where, report);
    else report(`${where}: unknown role`);
  }
  for (const id of open) report(`the call ${String(id)} has no result`);
  const last = messages.at(-1);
  if (isObject(last) && last.role === "assistant") report("messages: the last is the model's own");
}

function checkAnswer(message: Json, where: string, seen: Set<unknown>, report: Report): Set<unknown> {
  checkKeys(message, ["role", "content", "tool_calls"], where, report);
  const calls = message.tool_calls;
  if (message.content !== null) checkText(message.content, where, report);
  else if (calls === undefined) report(`${where}: neither text nor calls`);
  if (calls === undefined) return new Set();
  if (!Array.isArray(calls) || calls.length === 0) {
    report(`${where}: tool_calls is empty`);
    return new Set();
  }
  const ids = new Set<unknown>();
  for (const call of calls) {
    const fn = isObject(call) ? call.function : undefined;
    if (!isObject(call) || call.type !== "function" || !isObject(fn)) {
      report(`${where}: not a call`);
      continue;
    }
    checkKeys(call, ["id", "type", "function"], where, report);
    if (typeof call.id !== "string" || !/^[a-zA-Z0-9_-]{1,40}$/.test(call.id)) report(`${where}: bad id`);
    if (seen.has(call.id)) report(`${where}: the id is there twice`);
    if (typeof fn.name !== "string" || !/^[a-zA-Z0-9_-]{1,64}$/.test(fn.name)) report(`${where}: bad name`);
    checkArguments(fn.arguments, where, report);
    seen.add(call.id);
    ids.add(call.id);
  }
  return ids;
}

function checkUser(message: Json, where: string, report: Report): void {
  checkKeys(message, ["role", "content"], where, report);
  if (!Array.isArray(message.content)) {
    checkText(message.content, where, report);
    return;
  }
  if (message.content.length === 0) report(`${where}: no content`);
  for (const part of message.content) {
    if (isObject(part) && part.type === "image_url" && isObject(part.image_url)) {
      checkKeys(part, ["type", "image_url"], where, report);
      checkDataUrl(part.image_url.url, where, report);
    } else checkTexts([part], where, report);
  }
}

function checkTexts(content: unknown, where: string, report: Report): void {
  if (!Array.isArray(content)) {
    checkText(content, where, report);
    return;
  }
  if (content.length === 0) report(`${where}: no content`);
  for (const part of content) {
    if (!isObject(part) || part.type !== "text") {
      report(`${where}: a part of a type that isn't taken here`);
      continue;
    }
    checkKeys(part, ["type", "text", "cache_control"], where, report);
    checkText(part.text, where, report);
    const mark = part.cache_control;
    if (mark === undefined) continue;
    if (!isObject(mark) || mark.type !== "ephemeral") report(`${where}: not an ephemeral mark`);
    else checkKeys(mark, ["type", "ttl"], where, report);
  }
}
