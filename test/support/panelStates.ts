import { Conversation } from "../../src/conversation/conversation.ts";
import { type PanelSource, panelState } from "../../src/panel/panelState.ts";
import type { PanelState } from "../../src/protocol/index.ts";

/** The state of a panel that shows this conversation and nothing else of note. */
export function stateOf(conversation: Conversation = new Conversation(), more: Partial<PanelSource> = {}): PanelState {
  return panelState({
    conversation,
    turn: "idle",
    queueHeld: false,
    design: { kind: "readable", name: "Poster", outline: [], more: 0 },
    drawing: { revision: 1, assets: "assets/", pages: [] },
    banners: [],
    blocked: undefined,
    provider: "anthropic",
    model: "claude-opus-5-5",
    server: undefined,
    keeping: "kept",
    ...more,
  });
}
