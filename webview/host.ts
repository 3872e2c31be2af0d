import type { CallInput, CallName, CallOutput, PanelState } from "../src/protocol/index.ts";
import type { SavedState } from "./savedState.ts";

/** What every part of the panel can ask of the extension host. */
export interface Host {
  /** Asks and waits; rejects with the host's reason when it refuses. */
  readonly ask: <N extends CallName>(name: N, input: CallInput<N>) => Promise<CallOutput<N>>;
  /** Asks without waiting; a refusal is shown above the composer. */
  readonly tell: <N extends CallName>(name: N, input: CallInput<N>) => void;
  readonly saved: SavedState;
  /** Has the listener called when the page is about to go; the host can be told something then. */
  readonly onLeave: (listener: () => void) => void;
  /** The last state that arrived; it may not be shown yet. */
  readonly newestState: () => PanelState | undefined;
}

export function reasonOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
