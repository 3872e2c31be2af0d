import { createHash } from "node:crypto";
import { systemPrompt } from "../agent/systemPrompt.ts";
import type { Tool } from "../agent/tool.ts";
import type { PromptParts } from "../conversation/promptBreak.ts";

const constants = new WeakMap<readonly Tool[], string>();

/** Names what every request begins with: the same for the same model, setting, system prompt and tools (BYT-4). */
export function promptHash({ provider, model, webSearch }: PromptParts, tools: readonly Tool[]): string {
  return sha256(JSON.stringify([constantsOf(tools), provider, model, webSearch]));
}

function constantsOf(tools: readonly Tool[]): string {
  const known = constants.get(tools);
  if (known !== undefined) return known;
  const hash = sha256(JSON.stringify([systemPrompt, tools.map(({ definition }) => definition)]));
  constants.set(tools, hash);
  return hash;
}

function sha256(text: string): string {
  return createHash("sha256").update(text).digest("hex");
}
