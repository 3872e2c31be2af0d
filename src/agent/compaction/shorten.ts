import { resultText } from "../../archive/blocks.ts";
import type { Block, Message } from "../../archive/types.ts";
import { weightOf } from "../../conversation/compaction/sizes.ts";

/** How much of a long tool result stays, from its beginning and its end: first so much, then where that isn't enough less. */
const steps = [
  { head: 2_000, tail: 500 },
  { head: 200, tail: 50 },
] as const;

/**
 * The messages made to weigh no more than so many characters, by the same rule each time: the tool results are shortened,
 * the oldest first, and only as many as it takes; then to less; then the images go, the oldest first. Undefined where all of
 * that isn't enough (CMP-7). Messages that stay as they are stay the same objects.
 */
export function shortenToFit(messages: readonly Message[], mostCharacters: number): readonly Message[] | undefined {
  const shortened = [...messages];
  let weight = weightOf(messages);
  for (const change of [...steps.map(({ head, tail }) => shortenResults(head, tail)), omitImages]) {
    for (const [index, message] of shortened.entries()) {
      if (weight <= mostCharacters) return shortened;
      const changed = change(message);
      weight += weightOf([changed]) - weightOf([message]);
      shortened[index] = changed;
    }
  }
  return weight <= mostCharacters ? shortened : undefined;
}

function shortenResults(head: number, tail: number): (message: Message) => Message {
  return (message) =>
    withBlocks(message, (block) => {
      if (block.type !== "toolResult") return block;
      const text = resultText(block);
      const left = text.length - head - tail;
      const mark = `\n[… ${left} characters are left out here …]\n`;
      if (left <= mark.length) return block;
      const { contentBase64: _, ...others } = block;
      // Where a pair is cut in half its halves become U+FFFD.
      return { ...others, content: `${text.slice(0, head)}${mark}${text.slice(-tail)}`.toWellFormed() };
    });
}

function omitImages(message: Message): Message {
  return withBlocks(message, (block) =>
    block.type === "image" ? { type: "imageOmitted", mimeType: block.mimeType } : block,
  );
}

function withBlocks(message: Message, change: (block: Block) => Block): Message {
  const content = message.content.map(change);
  return content.every((block, index) => block === message.content[index]) ? message : { ...message, content };
}
