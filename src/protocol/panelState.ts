/**
 * What the panel shows, whole: made by the host, sent as one value and then as differences (see changes.ts).
 * It holds data and codes, no markup. Strings from a package or a model are untrusted wherever they appear.
 */
import * as z from "zod/mini";
import { card, modeName } from "./cards.ts";
import { composerDraft } from "./composerDraft.ts";
import { cost, rewrite, spent, touched, turnOffer } from "./itemParts.ts";
import { makingRoom } from "./makingRoom.ts";

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
  "copyConversationAsMarkdown",
  "compactConversation",
  "reclaimToolResults",
  "locateClaudeCode",
  "locateCodex",
  "logInToClaudeCode",
  "logInToCodex",
  "updateClaudeCode",
  "updateCodex",
]);
export type PanelCommand = z.infer<typeof panelCommand>;

/** A button that runs a command. Without a label it is called as the command is. */
const panelAction = z.object({ command: panelCommand, label: z.optional(z.string()) });
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
  /** The SHA-256 of each of its images. */
  images: z.optional(z.array(z.string())),
  name: z.optional(z.string()),
  statusText: z.optional(z.string()),
  summary: z.optional(z.string()),
  detail: z.optional(z.string()),
  citations: z.optional(z.array(z.object({ title: z.string(), url: z.string() }))),
  other: z.optional(z.string()),
  /** When the message was sent or the turn ended, as ISO 8601. */
  time: z.optional(z.string()),
  /** Ids of the nodes of the design that it is about. */
  nodes: z.optional(z.array(z.string())),
  touched: z.optional(touched),
  spent: z.optional(spent),
  rewrite: z.optional(rewrite),
  offers: z.optional(z.array(turnOffer)),
  action: z.optional(panelAction),
  /** On a running tool: it hasn't begun, a card asks the person first. */
  waits: z.optional(z.boolean()),
  /** Present on an item that is a card. */
  card: z.optional(card),
  /** Present on an item whose turn can be rated; without `value` it isn't yet (FMT-6). */
  rating: z.optional(
    z.object({
      value: z.optional(z.enum(["good", "bad"])),
      reasons: z.array(z.string()),
      /** It is the last turn's: it can be seen without being pointed at. */
      isNewest: z.optional(z.boolean()),
    }),
  ),
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
  /** The SHA-256 of each of its images. */
  images: z.optional(z.array(z.string())),
  /** False for an entry of the file that isn't a message of ours: shown, never sent (FMT-5). */
  sendable: z.boolean(),
  /** It is an edit of the last message, whose turn it takes the place of when it is sent. */
  revises: z.optional(z.boolean()),
});
export type WaitingMessage = z.infer<typeof waitingMessage>;

const banner = z.object({
  id: z.string(),
  tone: z.enum(["info", "warning", "error"]),
  text: z.string(),
  action: z.optional(panelAction),
  /** Further buttons behind the first. */
  others: z.optional(z.array(panelAction)),
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
  /** The newest items, the whole last turn at least: those from `itemsBefore` on (see pages.ts). */
  items: z.array(viewItem),
  /** How many items come before `items`; a page begins there. */
  itemsBefore: z.number(),
  /** Pages of older items that the panel has asked for, in order; never in a state that is sent whole. */
  older: z.optional(z.array(z.object({ page: z.number(), items: z.array(viewItem) }))),
  turn: z.enum(["idle", "running", "stopping"]),
  /** What runs is no turn: the conversation is being compacted (CMP-3). */
  isCompacting: z.optional(z.boolean()),
  /** The running turn waits to try a request again; `reason` is what went wrong (TRN-8). */
  retry: z.optional(z.object({ attempt: z.number(), tries: z.number(), seconds: z.number(), reason: z.string() })),
  /** What the agent may do on its own in the next message (TRN-2). */
  mode: modeName,
  /** Tools that run without asking until the document is closed (TRN-2); absent: none. */
  allowed: z.optional(z.array(z.string())),
  /** Messages sent while a turn ran. `held`: they wait until the person says go (TRN-5). */
  queue: z.object({
    held: z.boolean(),
    /** Why it is held. */
    reason: z.optional(z.enum(["stopped", "failed", "reopened"])),
    messages: z.array(waitingMessage),
  }),
  /** Messages a turn handed back (TRN-6), oldest first. */
  unsent: z.array(waitingMessage),
  /** Absent `blocked`: a message can be sent. */
  composer: z.object({
    blocked: z.optional(z.object({ text: z.string(), action: z.optional(panelAction) })),
    /** What sends: Enter, or Enter with Ctrl or ⌘; absent: Enter. */
    sendWith: z.optional(z.enum(["enter", "modifierEnter"])),
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
  /**
   * Tokens of the last request's input and the model's limit; absent before a request or for an unknown model. `isEstimate`:
   * the history was rewritten, and no request has told since (CMP-3).
   */
  context: z.optional(z.object({ used: z.number(), limit: z.number(), isEstimate: z.optional(z.boolean()) })),
  usage: z.object({ input: z.number(), output: z.number(), cacheRead: z.number(), cacheWrite: z.number() }),
  cost,
  /** Why the history can't be compacted, or old tool results reclaimed, now. */
  makingRoom,
  canStartNewConversation: z.boolean(),
  /** The last turn can be taken back now, to be sent again or changed. */
  canRetry: z.optional(z.boolean()),
  /** Whether the conversation is kept in the document; `never`: this kind of document keeps none (PKG-4, SET-3). */
  keeping: z.enum(["kept", "off", "never"]),
});
export type PanelState = z.infer<typeof panelState>;
