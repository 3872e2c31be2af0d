import type { Block, Item, Message, Usage } from "../archive/types.ts";

/** What of an answer has arrived so far, and which of the panel's items show it. */
export interface Response {
  readonly items: readonly Item[];
  readonly blocks: readonly Block[];
  readonly usage: Usage | undefined;
}

export const nothingYet: Response = { items: [], blocks: [], usage: undefined };

/** The response with a piece of the answer's text appended: to its item in the panel and to its block in the history. */
export function appendText(response: Response, piece: string, newId: () => string): Response {
  const block = response.blocks.at(-1);
  const blocks =
    block?.type === "text"
      ? [...response.blocks.slice(0, -1), { ...block, text: block.text + piece }]
      : [...response.blocks, { type: "text", text: piece } as const];
  return { ...response, blocks, items: appendToItem(response.items, "assistant", piece, newId) };
}

/** Thinking is shown and forgotten: it has an item and never a block (TRN-4). */
export function appendThinking(response: Response, piece: string, newId: () => string): Response {
  return { ...response, items: appendToItem(response.items, "thinking", piece, newId) };
}

/** The message that enters the history: lone surrogates replaced, blank text left out, undefined when nothing is left (TRN-7). */
export function assistantMessage(response: Response): Message | undefined {
  const content = response.blocks.flatMap((block): Block[] => {
    if (block.type !== "text") return [block];
    const text = block.text.toWellFormed();
    return text.trim() === "" ? [] : [{ ...block, text }];
  });
  return content.length === 0 ? undefined : { role: "assistant", content };
}

/** The response's items once it is over. One that was cut off says so, as a state and not in its text (TRN-6). */
export function settledItems(response: Response, end: "completed" | "interrupted"): Item[] {
  return response.items.map((item, index) => {
    const { status: _, ...settled } = { ...item, text: (item.text ?? "").toWellFormed() };
    return end === "interrupted" && index === response.items.length - 1
      ? { ...settled, status: "interrupted" }
      : settled;
  });
}

function appendToItem(
  items: readonly Item[],
  type: "assistant" | "thinking",
  piece: string,
  newId: () => string,
): Item[] {
  const last = items.at(-1);
  if (last?.type === type) return [...items.slice(0, -1), { ...last, text: (last.text ?? "") + piece }];
  return [...items.map(withoutStatus), { id: newId(), type, text: piece, status: "running" }];
}

function withoutStatus(item: Item): Item {
  const { status: _, ...rest } = item;
  return rest as Item;
}
