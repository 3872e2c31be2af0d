import type { ArchivedConversation, Block, Item, Message } from "../archive/types.ts";
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
  /** Images for the model, which are kept by their hash (TRN-3). */
  readonly images?: readonly ImageReference[];
}

/** What goes before the images that tools returned (TRN-3). */
const imagesText = "Here is the image you asked for.";

/**
 * The conversation with a call's result stored and shown. The results of one answer go into one tool message, in the order
 * in which they are given here, which is that of the calls (TRN-3).
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
    index >= itemsStart && item.type === "tool" && item.status === "running"
      ? { ...item, status: "interrupted" }
      : item,
  );
  return { ...saved, items, history };
}

function withResult(history: readonly Message[], result: Block): Message[] {
  const last = history.at(-1);
  return last?.role === "tool"
    ? [...history.slice(0, -1), { ...last, content: [...last.content, result] }]
    : [...history, { role: "tool", content: [result] }];
}

function withOutcome(item: Item, { content, isError, statusText, summary, images = [] }: ToolOutcome): Item {
  return {
    ...item,
    status: isError ? "failed" : "succeeded",
    statusText,
    ...(summary === undefined ? {} : { summary }),
    ...(images.length === 0 ? {} : { images: images.map(({ sha256 }) => sha256) }),
    detail: `${item.detail ?? ""}\n\nresult:\n${content}`,
  };
}
