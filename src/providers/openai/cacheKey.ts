import type { ChatRequest } from "../../agent/ports.ts";

/**
 * The key by which OpenAI finds the machine that has a conversation's prompt cached. It is made from how the conversation
 * begins, so that it is the same after reopening (BYT-2), and says nothing about what is in it.
 */
export function cacheKey({ systemPrompt, history }: Pick<ChatRequest, "systemPrompt" | "history">): string {
  const [first] = history;
  const texts = first?.content.map((block) => (block.type === "text" ? block.text : block.type)) ?? [];
  return `silverpoint-${fingerprint([systemPrompt, ...texts].join("\n"))}`;
}

const offset = 0xcbf29ce484222325n;
const prime = 0x100000001b3n;
const mask = 0xffffffffffffffffn;

/** FNV-1a over UTF-16 units, 64 bits in hexadecimal. Two texts with the same one share a cache's machine, and nothing else. */
function fingerprint(text: string): string {
  let hash = offset;
  for (let index = 0; index < text.length; index++) {
    hash = ((hash ^ BigInt(text.charCodeAt(index))) * prime) & mask;
  }
  return hash.toString(16).padStart(16, "0");
}
