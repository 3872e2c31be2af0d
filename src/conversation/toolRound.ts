import type { ArchivedConversation, Block, Cost, Item, Message } from "../archive/types.ts";
import { missingResults } from "./repair.ts";
import type { OpenCall } from "./response.ts";
import type { ImageReference } from "./waitingMessage.ts";

/** What came of a call: the text that the model reads, and what the panel shows. */
export interface ToolOutcome {
  readonly content: string;
  readonly isError: boolean;
  /** A few words on how it ended: "3 created". */
  readonly statusText: string;
  /** What it was about, for a person: a node's name. */
  readonly summary?: string;
  /** What it did to the design, for the panel. */
  readonly touched?: TouchedNodes;
  /** Images for the model, which are kept by their hash (TRN-3). */
  readonly images?: readonly ImageReference[];
  /** What the call cost where it used a service that bills; it joins the conversation's (FMT-10). */
  readonly cost?: Cost;
}

/** How many nodes a tool made, changed and deleted, which (the first ones), and the page where all are on one. */
export interface TouchedNodes {
  readonly created: number;
  readonly changed: number;
  readonly deleted: number;
  readonly page?: string;
  readonly nodes: readonly { readonly id: string; readonly name: string }[];
}

/** What goes before the images that tools returned (TRN-3). */
const imagesText = "Here is the image you asked for.";

/**
 * The conversation with a call's result stored and shown. The results of one answer go into one tool message, in the order of
 * its calls, whenever they come (TRN-3).
 */
export function withToolOutcome(
  saved: ArchivedConversation,
  call: OpenCall,
  toolName: string,
  outcome: ToolOutcome,
): ArchivedConversation {
  const result: Block = {
    type: "toolResult",
    callID: call.id,
    toolName,
    isError: outcome.isError,
    content: outcome.content.toWellFormed(),
  };
  return {
    ...saved,
    items: saved.items.map((item) => (item.id === call.itemId ? withOutcome(item, outcome) : item)),
    history: withResult(saved.history, result),
  };
}

/** The conversation with the images of one answer's tools in one message of the person's (TRN-3). */
export function withToolImages(saved: ArchivedConversation, images: readonly ImageReference[]): ArchivedConversation {
  if (images.length === 0) return saved;
  const blocks = images.map(({ sha256, mimeType }): Block => ({ type: "image", sha256, mimeType }));
  const message: Message = { role: "user", content: [{ type: "text", text: imagesText }, ...blocks] };
  return { ...saved, history: [...saved.history, message] };
}

/** The conversation after a turn that ended while calls of it were open: each gets the stored error result (TRN-6). */
export function withOpenCallsAborted(saved: ArchivedConversation, itemsStart: number): ArchivedConversation {
  const results = missingResults(saved.history);
  if (results === undefined) return saved;
  const history = results.content.reduce(withResult, saved.history);
  const items = saved.items.map((item, index) =>
    index >= itemsStart && item.status === "running" ? { ...item, status: "interrupted" } : item,
  );
  return { ...saved, items, history };
}

function withResult(history: readonly Message[], result: Block): Message[] {
  const last = history.at(-1);
  if (last?.role !== "tool") return [...history, { role: "tool", content: [result] }];
  const order = callsOf(history.findLast(({ role }) => role === "assistant"));
  const content = [...last.content, result].toSorted((a, b) => placeOf(a, order) - placeOf(b, order));
  return [...history.slice(0, -1), { ...last, content }];
}

function callsOf(message: Message | undefined): readonly string[] {
  return (message?.content ?? []).flatMap((block) => (block.type === "toolCall" ? [block.id] : []));
}

/** A call's place among the calls; a repeated id's results keep the order in which they came. */
function placeOf(block: Block, order: readonly string[]): number {
  return block.type === "toolResult" ? order.indexOf(block.callID) : order.length;
}

/** A card shows by itself how it was answered. */
function withOutcome(item: Item, outcome: ToolOutcome): Item {
  const { content, isError, statusText, summary, touched, images = [] } = outcome;
  if (item.type !== "tool") return item;
  return {
    ...item,
    status: isError ? "failed" : "succeeded",
    statusText,
    ...(summary === undefined ? {} : { summary }),
    ...(touched === undefined ? {} : { touched }),
    ...(images.length === 0 ? {} : { images: images.map(({ sha256 }) => sha256) }),
    detail: `${item.detail ?? ""}\n\nresult:\n${content}`,
  };
}
