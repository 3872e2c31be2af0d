import type { PanelState, ViewItem } from "../../src/protocol/index.ts";

/**
 * What a screen reader is told when a turn ends: one short sentence, never the tokens. Undefined when nothing ended.
 */
export function announcement(before: PanelState | undefined, now: PanelState): string | undefined {
  if (before === undefined || now.turn !== "idle") return undefined;
  if (before.turn === "idle") return failedAtOnce(before, now) ? "Failed" : undefined;
  const last = lastOfTurn(before, now);
  if (last?.type === "failure") return "Failed";
  const handedBack = now.unsent.length > before.unsent.length;
  if (before.turn === "stopping" || last?.status === "interrupted" || handedBack) return "Stopped";
  return "Answer complete";
}

/** A turn can be over before it was seen to run. */
function failedAtOnce(before: PanelState, now: PanelState): boolean {
  return now.items.length > before.items.length && now.items.at(-1)?.type === "failure";
}

/** The last item of the turn that ran before. A turn begins with its message; one that was handed back is taken away. */
function lastOfTurn(before: PanelState, now: PanelState): ViewItem | undefined {
  const start = before.items.findLastIndex((item) => item.type === "user");
  return now.items.slice(Math.max(start, 0)).at(-1);
}
