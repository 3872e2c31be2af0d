import type { Message } from "../archive/types.ts";
import { readOpening } from "../conversation/turnFacts.ts";

/** How far a CLI's own conversation goes along with ours: what was there before its last turn, and that turn's message. */
export interface SeenHistory {
  readonly before: readonly Message[];
  readonly opening: Message;
  /** The turn has brought something that the CLI remembers. */
  readonly hasBrought: boolean;
}

/**
 * Whether a turn that this history ends with follows what the CLI has seen. It doesn't when another model answered meanwhile, when the
 * last turn was taken back, or when the conversation began anew: then the CLI needs a new session (CLI-3).
 */
export function follows({ before, opening, hasBrought }: SeenHistory, history: readonly Message[]): boolean {
  if (!startsWith(history, before)) return false;
  const between = history.slice(before.length, -1);
  // A turn that brought nothing was handed back: its message isn't in the history any more.
  if (between.length === 0) return !hasBrought;
  return between[0] === opening && !between.slice(1).some((message, index) => isOpening(message, between[index]));
}

/** Whether a history goes on from what was sent with the results of the model's calls, and not with another turn. */
export function goesOn(history: readonly Message[], sent: readonly Message[]): boolean {
  const added = history.slice(sent.length);
  const opens = added.some((message, index) => isOpening(message, added[index - 1]));
  return startsWith(history, sent) && added.some(({ role }) => role === "tool") && !opens;
}

function startsWith(history: readonly Message[], start: readonly Message[]): boolean {
  return history.length >= start.length && start.every((message, index) => history[index] === message);
}

/** A user message opens a turn, unless it brings the images of tools. */
function isOpening({ role, content }: Message, previous: Message | undefined): boolean {
  return role === "user" && (previous?.role !== "tool" || readOpening(content) !== undefined);
}
