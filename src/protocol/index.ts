export { applyChange, type Change } from "./changes.ts";
export { type CallHandlers, HostEnd } from "./hostEnd.ts";
export type { CallInput, CallName, CallOutput, FromHost, FromPanel, WireImage } from "./messages.ts";
export { PanelEnd } from "./panelEnd.ts";
export type {
  Banner,
  DesignState,
  OutlineNode,
  PanelAction,
  PanelCommand,
  PanelState,
  ViewItem,
  WaitingMessage,
} from "./panelState.ts";
