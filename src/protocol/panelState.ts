/**
 * What the panel shows, whole: made by the host, sent as one value and then as differences (see changes.ts).
 * It holds data and codes, no markup. Strings from a package or a model are untrusted wherever they appear.
 */
import * as z from "zod/mini";
import { composerDraft } from "./composerDraft.ts";

/** Commands that a button in the panel may run. */
export const panelCommand = z.enum([
  "setApiKey",
  "selectModel",
  "openDocumentAsText",
  "showLog",
  "newConversation",
  "manageTrust",
  "keepUnreadableCopy",
  "savePackageAs",
  "toggleKeepConversation",
  "decideAboutDisk",
]);
export type PanelCommand = z.infer<typeof panelCommand>;

const panelAction = z.object({ command: panelCommand, label: z.string() });
export type PanelAction = z.infer<typeof panelAction>;

/**
 * One item of the conversation. `type` is an item type of format 1 (FMT-4); `status` says where it stands:
 * `running` while its turn goes on, `interrupted` when the turn ended before it was done, else as stored.
 * `other` holds fields of this item that the panel knows no form for, as JSON text.
 */
export const viewItem = z.object({
  id: z.string(),
  type: z.string(),
  text: z.string(),
  status: z.optional(z.string()),
  imageCount: z.optional(z.number()),
  name: z.optional(z.string()),
  statusText: z.optional(z.string()),
  summary: z.optional(z.string()),
  detail: z.optional(z.string()),
  citations: z.optional(z.array(z.object({ title: z.string(), url: z.string() }))),
  other: z.optional(z.string()),
  action: z.optional(panelAction),
});
export type ViewItem = z.infer<typeof viewItem>;

const outlineNode = z.object({ id: z.string(), type: z.string(), name: z.string(), depth: z.number() });
export type OutlineNode = z.infer<typeof outlineNode>;

const designState = z.discriminatedUnion("kind", [
  z.object({
    kind: z.literal("readable"),
    name: z.string(),
    outline: z.array(outlineNode),
    /** How many further nodes the outline leaves out. */
    more: z.number(),
  }),
  z.object({ kind: z.literal("damaged"), reason: z.string() }),
]);
export type DesignState = z.infer<typeof designState>;

const waitingMessage = z.object({
  id: z.string(),
  text: z.string(),
  imageCount: z.number(),
  /** False for an entry of the file that isn't a message of ours: shown, never sent (FMT-5). */
  sendable: z.boolean(),
});
export type WaitingMessage = z.infer<typeof waitingMessage>;

const banner = z.object({
  id: z.string(),
  tone: z.enum(["info", "warning", "error"]),
  text: z.string(),
  action: z.optional(panelAction),
});
export type Banner = z.infer<typeof banner>;

export const panelState = z.object({
  design: designState,
  /**
   * `revision` names what there is to draw now: a drawing of another one is out of date. `assets` is where this panel finds
   * the package's images: a URL that ends with a slash.
   */
  drawing: z.object({
    revision: z.number(),
    assets: z.string(),
    pages: z.array(z.object({ id: z.string(), name: z.string() })),
  }),
  items: z.array(viewItem),
  turn: z.enum(["idle", "running", "stopping"]),
  /** Messages sent while a turn ran. `held`: they wait until the person says go (TRN-5). */
  queue: z.object({ held: z.boolean(), messages: z.array(waitingMessage) }),
  /** Messages a turn handed back (TRN-6), oldest first. */
  unsent: z.array(waitingMessage),
  /** Absent `blocked`: a message can be sent. */
  composer: z.object({
    blocked: z.optional(z.object({ text: z.string(), action: z.optional(panelAction) })),
    /** What the host has kept; only in a state that is sent whole. */
    draft: z.optional(composerDraft),
  }),
  banners: z.array(banner),
  model: z.object({
    provider: z.string(),
    label: z.string(),
    /** Where requests go, when that isn't the provider's own address. */
    server: z.optional(z.string()),
  }),
  /** Tokens of the last request's input and the model's limit; absent before a request or for an unknown model. */
  context: z.optional(z.object({ used: z.number(), limit: z.number() })),
  usage: z.object({ input: z.number(), output: z.number(), cacheRead: z.number(), cacheWrite: z.number() }),
  cost: z.object({
    kind: z.enum(["reported", "estimated", "unknown", "notBilled"]),
    dollars: z.optional(z.number()),
    atLeast: z.optional(z.boolean()),
  }),
  canStartNewConversation: z.boolean(),
  /** Whether the conversation is kept in the document; `never`: this kind of document keeps none (PKG-4, SET-3). */
  keeping: z.enum(["kept", "off", "never"]),
});
export type PanelState = z.infer<typeof panelState>;
