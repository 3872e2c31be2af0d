import type { LanguageModelRequest } from "../../../src/providers/vscode/messages.ts";

/** Checks a request to VS Code's language models as the strictest extension behind them does. */
export function validateLanguageModelRequest({ messages, tools }: LanguageModelRequest): readonly string[] {
  const found: string[] = [];
  let open = new Set<string>();
  const seen = new Set<string>();
  for (const [index, { role, parts }] of messages.entries()) {
    if (parts.length === 0) found.push(`messages.${index}: no content`);
    const results = parts.filter((part) => part.kind === "result");
    if (parts.slice(0, results.length).some((part) => part.kind !== "result")) {
      found.push(`messages.${index}: something stands before the results`);
    }
    for (const { id } of results) if (!open.delete(id)) found.push(`messages.${index}: a result of no call`);
    if (role === "user") {
      for (const id of open) found.push(`messages.${index}: the call ${id} has no result`);
      open = new Set();
    }
    for (const part of parts) {
      if (part.kind === "text" && part.text.trim() === "") found.push(`messages.${index}: blank text`);
      if (part.kind !== "call") continue;
      if (!/^[a-zA-Z0-9_-]{1,40}$/.test(part.id) || seen.has(part.id)) found.push(`messages.${index}: bad id`);
      if (role !== "assistant") found.push(`messages.${index}: a call of the person's`);
      seen.add(part.id);
      open.add(part.id);
    }
  }
  for (const id of open) found.push(`the call ${id} has no result`);
  if (messages.at(-1)?.role !== "user") found.push("messages: the last isn't the person's");
  for (const { name } of tools) if (!/^[a-zA-Z0-9_-]{1,64}$/.test(name)) found.push(`tools: bad name ${name}`);
  return found;
}
