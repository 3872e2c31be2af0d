import { emptyConversation } from "../../src/archive/defaults.ts";
import { hashBytes } from "../../src/archive/images.ts";
import type { ArchivedConversation, Block, Item, Message } from "../../src/archive/types.ts";

export interface BigConversation {
  readonly conversation: ArchivedConversation;
  /** Bytes by their SHA-256. */
  readonly images: ReadonlyMap<string, Uint8Array>;
}

interface Size {
  readonly items: number;
  /** About how large conversation.json gets. */
  readonly jsonBytes: number;
  readonly images: number;
  readonly imageBytes: number;
}

const words = "the card moves left of its frame while every layer keeps colour, width and shadow as they were".split(
  " ",
);

/** A conversation of turns with five items and four messages each, the same one for the same size. */
export async function makeBigConversation(size: Size): Promise<BigConversation> {
  const random = seededRandom(size.items);
  const images = await makeImages(size.images, size.imageBytes, random);
  const turns = Array.from({ length: Math.ceil(size.items / 5) }, (_, index) => index);
  const textLength = Math.max(20, Math.floor(size.jsonBytes / turns.length / 7) - 190);
  const shownEvery = Math.max(1, Math.floor(turns.length / Math.max(1, size.images)));
  const hashes = [...images.keys()];
  const made = turns.map((turn) => {
    const shown = turn % shownEvery === 0 ? hashes[turn / shownEvery] : undefined;
    return makeTurn(turn, () => makeText(textLength, random), shown);
  });
  const history = made.flatMap((turn) => turn.history);
  return {
    images,
    conversation: {
      ...emptyConversation,
      items: made.flatMap((turn) => turn.items).slice(0, size.items),
      history,
      sentFacts: turns.map((turn) => ({ message: turn * 4 })),
      estimatedCost: { kind: "estimated", dollars: 12.5 },
    },
  };
}

/** One turn; three of its texts stand in the panel and four in the history, which makes seven of the same length. */
export function makeTurn(
  turn: number,
  text: () => string,
  shown?: string,
): { items: readonly Item[]; history: readonly Message[] } {
  const [asked, thought, answered, result] = [text(), text(), text(), text()];
  const image: Block[] = shown === undefined ? [] : [{ type: "image", sha256: shown, mimeType: "image/png" }];
  const call = { id: `toolu_${turn}`, name: "batch_design" };
  return {
    items: [
      { id: `${turn}-user`, type: "user", text: asked, hasImage: image.length > 0 },
      { id: `${turn}-thinking`, type: "thinking", text: thought },
      {
        id: `${turn}-tool`,
        type: "tool",
        name: call.name,
        status: "succeeded",
        statusText: "1 changed",
        summary: "Card",
      },
      { id: `${turn}-more`, type: "tool", name: "get_document", status: "succeeded", statusText: "", summary: "" },
      { id: `${turn}-assistant`, type: "assistant", text: answered },
    ],
    history: [
      { role: "user", content: [{ type: "text", text: `# This turn\nMode: Just do it\n\n${asked}` }, ...image] },
      { role: "assistant", content: [{ type: "toolCall", ...call, arguments: JSON.stringify({ text: result }) }] },
      {
        role: "tool",
        content: [{ type: "toolResult", callID: call.id, toolName: call.name, isError: false, content: result }],
      },
      { role: "assistant", content: [{ type: "text", text: answered }] },
    ],
  };
}

/** Text such as models write: words, with a line break and a quote now and then. */
export function makeText(length: number, random: () => number): string {
  const parts: string[] = [];
  for (let written = 0; written < length; written += parts.at(-1)?.length ?? 1) {
    const word = words[Math.floor(random() * words.length)] ?? "";
    parts.push(random() < 0.06 ? `${word}\n` : random() < 0.04 ? `"${word}" ` : `${word} `);
  }
  return parts.join("").slice(0, length);
}

async function makeImages(count: number, bytes: number, random: () => number): Promise<Map<string, Uint8Array>> {
  const images = new Map<string, Uint8Array>();
  for (let index = 0; index < count; index += 1) {
    const image = new Uint8Array(Math.floor(bytes / count));
    for (let at = 0; at < image.length; at += 1) {
      image[at] = random() * 256;
    }
    images.set(await hashBytes(image), image);
  }
  return images;
}

/** Numbers from 0 to 1, the same ones for the same seed (mulberry32). */
export function seededRandom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  };
}
