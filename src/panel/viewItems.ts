import type { Item } from "../archive/types.ts";
import type { PanelAction, ViewItem } from "../protocol/index.ts";
import { cardFields } from "./cards.ts";
import { itemForm } from "./itemForms.ts";

const shownFields = new Set([
  "id",
  "type",
  "text",
  "hasImage",
  "images",
  "name",
  "status",
  "statusText",
  "summary",
  "detail",
  "citations",
  "code",
]);

const actionsByCode: Readonly<Record<string, PanelAction>> = {
  noKey: { command: "setApiKey" },
  authentication: { command: "setApiKey" },
  notFound: { command: "selectModel" },
  contextOverflow: { command: "newConversation" },
  tooLarge: { command: "newConversation" },
  "claudeCode.notFound": { command: "locateClaudeCode" },
  "claudeCode.notExecutable": { command: "locateClaudeCode" },
  "claudeCode.notLoggedIn": { command: "logInToClaudeCode" },
  "claudeCode.tooOld": { command: "updateClaudeCode" },
  "codex.notFound": { command: "locateCodex" },
  "codex.notExecutable": { command: "locateCodex" },
  "codex.notLoggedIn": { command: "logInToCodex" },
  "codex.tooOld": { command: "updateCodex" },
};

/**
 * Where an item's turn stands: `running`, `over`, or `unanswered`: it is the message of a turn that was cut off before
 * anything came (PKG-6).
 */
export type TurnStanding = "running" | "over" | "unanswered";

const made = new WeakMap<Item, Map<string, ViewItem>>();

/**
 * The item as the panel shows it. An item is immutable, so its form is made once; a field that the panel has no
 * form for is shown as JSON text (FMT-5).
 */
export function viewItem(item: Item, turn: TurnStanding, more: Additions = {}): ViewItem {
  const forms = made.get(item) ?? new Map<string, ViewItem>();
  made.set(item, forms);
  const isPlain = Object.keys(more).length === 0;
  const key = isPlain ? turn : `${turn} ${JSON.stringify(more)}`;
  const form = forms.get(key) ?? { ...makeViewItem(item, turn, more.card !== undefined), ...more };
  forms.set(key, form);
  return form;
}

/** What an item shows that stands elsewhere in the conversation: the card that it is, its turn's rating, and what can be done with that. */
export type Additions = Pick<ViewItem, "card" | "rating" | "offers" | "waits">;

function makeViewItem(item: Item, turn: TurnStanding, isCard: boolean): ViewItem {
  const { form, read } = itemForm(item);
  const view: ViewItem = { id: item.id, type: item.type, text: item.text ?? "", ...form };
  const status = shownStatus(item, turn);
  if (status !== undefined) view.status = status;
  const imageCount = countImages(item);
  if (imageCount > 0) view.imageCount = imageCount;
  if (item.name !== undefined) view.name = item.name;
  if (item.statusText !== undefined) view.statusText = item.statusText;
  if (item.summary !== undefined) view.summary = item.summary;
  if (item.detail !== undefined) view.detail = item.detail;
  const citations = (item.citations ?? []).flatMap(asCitation);
  if (citations.length > 0) view.citations = citations;
  const isShown = (key: string) => shownFields.has(key) || read.has(key) || (isCard && cardFields.has(key));
  const others = Object.entries(item).filter(([key]) => !isShown(key));
  if (others.length > 0) view.other = JSON.stringify(Object.fromEntries(others), undefined, 2);
  const action = item.type === "failure" ? actionFor(item.code) : undefined;
  if (action !== undefined) view.action = action;
  return view;
}

/** What a file says is running isn't any more: its turn was interrupted, and so was one that never got an answer (PKG-6). */
function shownStatus({ status }: Item, turn: TurnStanding): string | undefined {
  if (status === "running") return turn === "running" ? status : "interrupted";
  return turn === "unanswered" ? (status ?? "interrupted") : status;
}

function countImages(item: Item): number {
  const images = item.images;
  if (Array.isArray(images)) return images.length;
  return item.hasImage === true ? 1 : 0;
}

function asCitation(value: unknown): { title: string; url: string }[] {
  if (typeof value !== "object" || value === null) return [];
  const { title, url } = value as { title?: unknown; url?: unknown };
  return typeof url === "string" ? [{ title: typeof title === "string" ? title : url, url }] : [];
}

function actionFor(code: unknown): PanelAction | undefined {
  return typeof code === "string" && Object.hasOwn(actionsByCode, code) ? actionsByCode[code] : undefined;
}
