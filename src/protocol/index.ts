export { type Card, type CardStanding, card, type ModeName, type WireCardAnswer } from "./cards.ts";
export { applyChange, type Change } from "./changes.ts";
export { type ComposerDraft, composerDraft, type DraftImage, isEmptyDraft } from "./composerDraft.ts";
export { type Context, contextShare, isNearlyFull } from "./contextShare.ts";
export {
  applyDrawingChanges,
  childrenOf,
  type Drawing,
  type DrawingChange,
  type DrawingUpdate,
  isJsonObject,
  type JsonObject,
} from "./drawing.ts";
export { findPattern, findPatternInMarkdown } from "./findPattern.ts";
export { type CallHandlers, HostEnd } from "./hostEnd.ts";
export { type Rewrite, rewrite, type Spent, spent, type Touched, touched } from "./itemParts.ts";
export type { MakingRoom, RoomQuestion } from "./makingRoom.ts";
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
export { itemAt, itemCount, pageOf, pageSize } from "./pages.ts";
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
