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
 * Checks the body of a request to OpenAI's Responses API the way the service does, from its rules and from reports of what
 * it refuses. Written apart from the product's code, which it judges.
 */
export function validateResponsesRequest(raw: string): readonly string[] {
  const found: string[] = [];
  const report = (fault: string): void => void found.push(fault);
  for (const half of unpairedSurrogates(raw)) report(`half a surrogate pair: ${half}`);
  const body = parse(raw);
  if (!isObject(body)) return [...found, "the body isn't a JSON object"];
  checkTop(body, report);
  checkTools(body.tools, report);
  if (!Array.isArray(body.input) || body.input.length === 0) report("input: at least one item is needed");
  else checkItems(body.input, report);
  return found;
}

const bodyKeys = [
  "model",
  "max_output_tokens",
  "instructions",
  "tools",
  "include",
  "reasoning",
  "prompt_cache_key",
  "store",
  "stream",
  "input",
];

function checkTop(body: Json, report: Report): void {
  checkKeys(body, bodyKeys, "body", report);
  if (typeof body.model !== "string" || body.model === "") report("model: missing");
  const limit = body.max_output_tokens;
  if (!isPositiveInteger(limit) || limit < 16 || limit > 128_000) report("max_output_tokens: no limit that is taken");
  if (body.store !== false) report("store: the conversation would be kept by the service");
  if (body.stream !== true) report("stream: not asked for");
  if (body.instructions !== undefined) checkText(body.instructions, "instructions", report);
  const key = body.prompt_cache_key;
  if (typeof key !== "string" || key.length > 64) report("prompt_cache_key: over 64 characters, or none");
  const { reasoning } = body;
  if (reasoning === undefined) return;
  if (!isObject(reasoning)) report("reasoning: not an object");
  else checkKeys(reasoning, ["effort"], "reasoning", report);
}

function checkTools(tools: unknown, report: Report): void {
  if (tools === undefined) return;
  if (!Array.isArray(tools) || tools.length === 0) {
    report("tools: not a list with something in it");
    return;
  }
  for (const tool of tools) {
    if (isObject(tool) && tool.type === "web_search") checkKeys(tool, ["type"], "web_search", report);
    else if (!isObject(tool) || tool.type !== "function") report("tools: unknown type");
    else {
      checkKeys(tool, ["type", "name", "description", "parameters", "strict"], "tool", report);
      checkFunction(tool, `tool ${String(tool.name)}`, report);
      if (tool.strict !== false) report("tools: strict is on unless said, and wants every property required");
    }
  }
}

function checkItems(items: readonly unknown[], report: Report): void {
  const open = new Set<unknown>();
  const seen = new Set<unknown>();
  for (const [index, item] of items.entries()) {
    const where = `input.${index}`;
    if (!isObject(item)) report(`${where}: not an object`);
    else if (item.type === "message") checkMessage(item, where, report);
    else if (item.type === "function_call") checkCall(item, where, { seen, open }, report);
    else if (item.type === "function_call_output") {
      checkKeys(item, ["type", "call_id", "output"], where, report);
      if (!open.delete(item.call_id)) report(`${where}: an output of no call, or a second one`);
      if (typeof item.output !== "string" || item.output === "") report(`${where}: no output`);
    } else report(`${where}: unknown type`);
  }
  for (const id of open) report(`No tool output found for function call ${String(id)}.`);
  const last = items.at(-1);
  if (isObject(last) && last.role === "assistant") report("input: ends with the model's own message");
}

function checkMessage(item: Json, where: string, report: Report): void {
  checkKeys(item, ["type", "role", "content"], where, report);
  if (item.role === "assistant") checkText(item.content, where, report);
  else if (item.role !== "user") report(`${where}: unknown role`);
  else if (!Array.isArray(item.content) || item.content.length === 0) report(`${where}: no content`);
  else for (const part of item.content) checkPart(part, where, report);
}

function checkPart(part: unknown, where: string, report: Report): void {
  if (isObject(part) && part.type === "input_text") {
    checkKeys(part, ["type", "text"], where, report);
    checkText(part.text, where, report);
  } else if (isObject(part) && part.type === "input_image") {
    checkKeys(part, ["type", "detail", "image_url"], where, report);
    checkDataUrl(part.image_url, where, report);
  } else report(`${where}: a part of a type that isn't taken here`);
}

function checkCall(item: Json, where: string, ids: { seen: Set<unknown>; open: Set<unknown> }, report: Report): void {
  checkKeys(item, ["type", "call_id", "name", "arguments"], where, report);
  const { call_id: id, name } = item;
  if (typeof id !== "string" || !/^[a-zA-Z0-9_-]{1,64}$/.test(id)) report(`${where}: bad id ${JSON.stringify(id)}`);
  if (ids.seen.has(id)) report(`${where}: the id is there twice`);
  if (typeof name !== "string" || !/^[a-zA-Z0-9_-]{1,64}$/.test(name)) report(`${where}: bad name`);
  checkArguments(item.arguments, where, report);
  ids.seen.add(id);
  ids.open.add(id);
}
