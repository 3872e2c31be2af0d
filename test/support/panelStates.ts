import { Conversation } from "../../src/conversation/conversation.ts";
import { type PanelSource, panelState } from "../../src/panel/panelState.ts";
import type { PanelState } from "../../src/protocol/index.ts";

/** The state of a panel that shows this conversation and nothing else of note. */
export function stateOf(conversation: Conversation = new Conversation(), more: Partial<PanelSource> = {}): PanelState {
  return panelState(sourceOf(conversation, more));
}

/** What such a panel's state is made from. */
export function sourceOf(conversation: Conversation, more: Partial<PanelSource> = {}): PanelSource {
  return {
    conversation,
    turn: "idle",
    retry: undefined,
    mode: "Just do it",
    isWaiting: () => false,
    queueHeld: false,
    design: { kind: "readable", name: "Poster", outline: [], more: 0 },
    drawing: { revision: 1, assets: "assets/", pages: [] },
    banners: [],
    blocked: undefined,
    provider: "anthropic",
    model: "claude-opus-5-5",
    server: undefined,
    makingRoom: {},
    keeping: "kept",
    ...more,
  };
}
