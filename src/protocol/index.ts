export { applyChange, type Change } from "./changes.ts";
export { type ComposerDraft, composerDraft, isEmptyDraft } from "./composerDraft.ts";
export {
  applyDrawingChanges,
  childrenOf,
  type Drawing,
  type DrawingChange,
  type DrawingUpdate,
  isJsonObject,
  type JsonObject,
} from "./drawing.ts";
export { type CallHandlers, HostEnd } from "./hostEnd.ts";
export type {
  CallInput,
  CallName,
  CallOutput,
  FromHost,
  FromPanel,
  QuestionInput,
  QuestionOutput,
  WireImage,
} from "./messages.ts";
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
