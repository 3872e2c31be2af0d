import type { PanelState } from "../../src/protocol/index.ts";

/**
 * What a screen reader is told when a turn ends: one short sentence, never the tokens. Undefined when nothing ended.
 */
export function announcement(before: PanelState | undefined, now: PanelState): string | undefined {
  if (before === undefined || before.turn === "idle" || now.turn !== "idle") return undefined;
  const last = now.items.at(-1);
  if (last?.type === "failure") return "Failed";
  const handedBack = now.unsent.length > before.unsent.length;
  if (before.turn === "stopping" || last?.status === "interrupted" || handedBack) return "Stopped";
  return "Answer complete";
}
