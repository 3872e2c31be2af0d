import type { ArchivedConversation, Item } from "../archive/types.ts";
import { withoutTurn } from "./lastTurn.ts";
import { assistantMessage, nothingYet, type Response, settledItems } from "./response.ts";
import { withOpenCallsAborted, withToolImages } from "./toolRound.ts";
import type { ImageReference, WaitingMessage } from "./waitingMessage.ts";

/** Why a turn failed, for the panel: a code, a sentence that says what to do, and what the server said. */
export interface Failure {
  readonly code: string;
  readonly text: string;
  readonly detail?: string;
}

export type TurnEnd =
  | { readonly kind: "completed" }
  | { readonly kind: "stopped" }
  | { readonly kind: "failed"; readonly failure: Failure };

/** A turn that runs, and what of its last response has arrived. */
export interface OpenTurn {
  readonly message: WaitingMessage;
  /** Where the turn opens in the history and in the items. */
  readonly historyStart: number;
  readonly itemsStart: number;
  readonly response: Response;
  /** What the finished calls of the last response show the model, by their items and in the calls' order; sent when all have ended. */
  readonly images: ReadonlyMap<string, readonly ImageReference[]>;
}

/** The conversation after a turn. What the model wrote stays; a turn that ended badly before anything came is handed back (TRN-6). */
export function withTurnEnded(
  saved: ArchivedConversation,
  turn: OpenTurn,
  end: TurnEnd,
  newId: () => string,
): ArchivedConversation {
  const isCompleted = end.kind === "completed";
  const ended =
    !isCompleted && !hasBrought(saved, turn)
      ? withTurnHandedBack(saved, turn)
      : withToolImages(
          withOpenCallsAborted(withAnswer(saved, turn, isCompleted ? "completed" : "interrupted"), turn.itemsStart),
          [...turn.images.values()].flat(),
        );
  if (end.kind === "failed") return { ...ended, items: [...ended.items, failureItem(end.failure, newId())] };
  const isSeen = end.kind === "completed" || saysInterrupted(ended, turn);
  return isSeen ? ended : { ...ended, items: [...ended.items, stoppedItem(newId())] };
}

/** The conversation with what of the turn's response has come in its items and its history. */
export function withAnswer(
  saved: ArchivedConversation,
  { response }: OpenTurn,
  end: "completed" | "interrupted",
): ArchivedConversation {
  return withResponse(saved, response, settledItems(response, end));
}

/** The conversation with the turn's response as far as it has come, which still goes on. */
export function withArriving(saved: ArchivedConversation, { response }: OpenTurn): ArchivedConversation {
  return withResponse(saved, response, response.items);
}

function withResponse(saved: ArchivedConversation, response: Response, items: readonly Item[]): ArchivedConversation {
  const answer = assistantMessage(response);
  return {
    ...saved,
    items: [...saved.items, ...items],
    history: answer === undefined ? saved.history : [...saved.history, answer],
  };
}

/** A turn that opens at these places, and of which nothing has come. */
export function openedTurn(message: WaitingMessage, historyStart: number, itemsStart: number): OpenTurn {
  return { message, historyStart, itemsStart, response: nothingYet, images: new Map() };
}

/** Whether the turn has brought anything that enters the history. */
export function hasBrought(saved: ArchivedConversation, { historyStart, response }: OpenTurn): boolean {
  return saved.history.length > historyStart + 1 || assistantMessage(response) !== undefined;
}

function withTurnHandedBack(saved: ArchivedConversation, turn: OpenTurn): ArchivedConversation {
  return { ...withoutTurn(saved, turn), unsent: [...saved.unsent, turn.message] };
}

/** Whether an item shows that the turn was stopped; one that was handed back shows it in the composer. */
function saysInterrupted({ items }: ArchivedConversation, { itemsStart }: OpenTurn): boolean {
  const own = items.slice(itemsStart);
  return own.length === 0 || own.some(({ status }) => status === "interrupted");
}

/** A turn that was stopped between a tool's result and the model's next word would end without a trace (TRN-6). */
function stoppedItem(id: string): Item {
  return { id, type: "notice", text: "Stopped.", code: "stopped", status: "interrupted" };
}

function failureItem({ code, text, detail }: Failure, id: string): Item {
  return { id, type: "failure", text, code, ...(detail === undefined ? {} : { detail }) };
}
