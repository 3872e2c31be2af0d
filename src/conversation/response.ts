import type { Block, Item, Message, Usage } from "../archive/types.ts";

/** A call of the model's, with its arguments as it wrote them, and the item that shows it. */
export interface OpenCall {
  readonly id: string;
  readonly name: string;
  readonly arguments: string;
  readonly itemId: string;
}

/** What of an answer has arrived so far, and which of the panel's items show it. */
export interface Response {
  readonly items: readonly Item[];
  readonly blocks: readonly Block[];
  readonly calls: readonly OpenCall[];
  readonly usage: Usage | undefined;
}

export const nothingYet: Response = { items: [], blocks: [], calls: [], usage: undefined };

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

/** The response with a call, which came whole. Its item runs until the call has its result. */
export function appendToolCall(response: Response, call: Omit<OpenCall, "itemId">, newId: () => string): Response {
  const { id, name } = call;
  const open: OpenCall = { id, name, arguments: call.arguments.toWellFormed(), itemId: newId() };
  const item: Item = {
    id: open.itemId,
    type: "tool",
    name,
    status: "running",
    detail: `arguments:\n${open.arguments}`,
  };
  return {
    ...response,
    blocks: [...response.blocks, { type: "toolCall", id, name, arguments: open.arguments }],
    calls: [...response.calls, open],
    items: [...response.items.map(finished), item],
  };
}

/** A search of the web that a provider made for the model; `error` says why it found nothing. */
export interface WebSearch {
  readonly query: string;
  readonly results: readonly Citation[];
  readonly error?: string;
}

export interface Citation {
  readonly title: string;
  readonly url: string;
}

/** What the model is told after a pause in its answer, which no provider takes as the last message. */
export const continuation: Message = {
  role: "user",
  content: [{ type: "text", text: "Go on where you paused." }],
};

/** The response with a search: an item of its own, and its findings with their addresses as a text of their own (TRN-4). */
export function appendWebSearch(response: Response, search: WebSearch, newId: () => string): Response {
  const { query, results, error } = search;
  const item: Item = {
    id: newId(),
    type: "webSearch",
    text: query.toWellFormed(),
    status: error === undefined ? "succeeded" : "failed",
    statusText: error ?? (results.length === 1 ? "1 result" : `${results.length} results`),
    citations: results.map(({ title, url }) => ({ title: title.toWellFormed(), url: url.toWellFormed() })),
  };
  const block: Block = { type: "text", text: findingsText(search) };
  // A text that comes after it begins a block of its own.
  const blocks = [...response.blocks, block, { type: "text", text: "" } as const];
  return { ...response, blocks, items: [...response.items.map(finished), item] };
}

/** The response with a source on the item of the text that came last, each source once. */
export function appendCitation(response: Response, { title, url }: Citation): Response {
  const last = response.items.at(-1);
  if (last?.type !== "assistant") return response;
  const known = last.citations ?? [];
  if (known.some((each) => typeof each === "object" && each !== null && Reflect.get(each, "url") === url))
    return response;
  const citations = [...known, { title: title.toWellFormed(), url: url.toWellFormed() }];
  return { ...response, items: [...response.items.slice(0, -1), { ...last, citations }] };
}

function findingsText({ query, results, error }: WebSearch): string {
  const found = results.map(({ title, url }, index) => `${index + 1}. ${title}: ${url}`);
  const lines = error === undefined ? (found.length === 0 ? ["Nothing was found."] : found) : [`It failed: ${error}`];
  return [`Web search for “${query}”:`, ...lines].join("\n");
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

/**
 * The response's items once it is over. One that was cut off says so, as a state and not in its text (TRN-6). A tool's
 * item keeps its state: that goes on with the call.
 */
export function settledItems(response: Response, end: "completed" | "interrupted"): Item[] {
  return response.items.map((item, index) => {
    if (item.type === "tool" || item.type === "webSearch") return item;
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
  return [...items.map(finished), { id: newId(), type, text: piece, status: "running" }];
}

/** An item that another one follows: it has come whole, a tool's runs on. */
function finished(item: Item): Item {
  if (item.type === "tool" || item.type === "webSearch") return item;
  const { status: _, ...rest } = item;
  return rest as Item;
}
