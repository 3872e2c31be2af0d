import { emptyConversation, zeroUsage } from "../../src/archive/defaults.ts";
import type { ArchivedConversation, Block, Message, SentFact, Usage } from "../../src/archive/types.ts";

/** What a turn of {@link conversationOf} holds besides its message. */
export interface PlannedTalk {
  readonly text: string;
  readonly answer?: string;
  /** Results of as many calls. */
  readonly results?: readonly string[];
  readonly images?: readonly string[];
  readonly sections?: Omit<SentFact, "message">;
}

const text = (words: string): Block => ({ type: "text", text: words });

/** A conversation of these turns, each with its message, calls and an answer. */
export function conversationOf(
  turns: readonly PlannedTalk[],
  more: Partial<ArchivedConversation> = {},
): ArchivedConversation {
  const history: Message[] = [];
  const sentFacts: SentFact[] = [];
  for (const [turn, { text: words, answer = "Done.", results = [], images = [], sections }] of turns.entries()) {
    sentFacts.push({ message: history.length, ...sections });
    const shown = images.map((sha256): Block => ({ type: "image", sha256, mimeType: "image/png" }));
    history.push({ role: "user", content: [text(`# This turn\nMode: Just do it\n\n${words}`), ...shown] });
    for (const [index, content] of results.entries()) {
      const id = `call_${turn}_${index}`;
      history.push({ role: "assistant", content: [{ type: "toolCall", id, name: "look", arguments: "{}" }] });
      history.push({
        role: "tool",
        content: [{ type: "toolResult", callID: id, toolName: "look", isError: false, content }],
      });
    }
    history.push({ role: "assistant", content: [text(answer)] });
  }
  const items = turns.flatMap((turn, index) => [
    { id: `user ${index}`, type: "user" as const, text: turn.text, hasImage: false },
    { id: `answer ${index}`, type: "assistant" as const, text: turn.answer ?? "Done." },
  ]);
  return { ...emptyConversation, provider: "anthropic", model: "claude-opus-5-5", items, history, sentFacts, ...more };
}

/** So many turns that say nothing much. */
export function plainTurns(count: number): PlannedTalk[] {
  return Array.from({ length: count }, (_, index) => ({ text: `Message ${index + 1}` }));
}

export function usageOf(usage: Partial<Usage>): Usage {
  return { ...zeroUsage, ...usage };
}

/** Every text that a history's blocks hold. */
export function textsIn(history: readonly Message[]): string {
  return history
    .flatMap(({ content }) => content)
    .map((block) => (block.type === "text" ? block.text : block.type === "toolResult" ? (block.content ?? "") : ""))
    .join("\n");
}
