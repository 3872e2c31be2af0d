import type { CacheMark, ChatImage, ChatMessage, ChatText } from "./chatWire.ts";

const markedRuns = 2;

/**
 * The messages with cache marks on the system prompt, which covers the tools before it, and on the last text of the last
 * two runs of messages that aren't the model's: where this request ends and where the one before it ended. That is three
 * marks; Anthropic takes four. They are the only thing that moves from request to request (BYT-3).
 */
export function markForCache(messages: readonly ChatMessage[], mark: CacheMark): ChatMessage[] {
  const marked = new Set([...lastOfRuns(messages).slice(-markedRuns), ...systemIndex(messages)]);
  return messages.map((message, index) => (marked.has(index) ? markLastText(message, mark) : message));
}

function systemIndex(messages: readonly ChatMessage[]): readonly number[] {
  return messages[0]?.role === "system" ? [0] : [];
}

/** Of each run of messages of the person and the tools, the last one that has a text to mark. */
function lastOfRuns(messages: readonly ChatMessage[]): readonly number[] {
  const ends: number[] = [];
  let end: number | undefined;
  for (const [index, message] of messages.entries()) {
    if (message.role === "assistant") {
      if (end !== undefined) ends.push(end);
      end = undefined;
    } else if (message.role !== "system" && textsOf(message).length > 0) {
      end = index;
    }
  }
  return end === undefined ? ends : [...ends, end];
}

function markLastText(message: ChatMessage, mark: CacheMark): ChatMessage {
  const last = textsOf(message).at(-1);
  const withMark = (part: ChatText): ChatText => (part === last ? { ...part, cache_control: mark } : part);
  if (message.role === "assistant" || typeof message.content === "string") return message;
  if (message.role === "user") {
    return { ...message, content: message.content.map((part) => (part.type === "text" ? withMark(part) : part)) };
  }
  return { ...message, content: message.content.map(withMark) };
}

function textsOf({ content }: ChatMessage): readonly ChatText[] {
  if (!Array.isArray(content)) return [];
  return content.flatMap((part: ChatText | ChatImage) => (part.type === "text" ? [part] : []));
}
