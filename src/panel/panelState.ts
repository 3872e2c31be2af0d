import type { Cost, Usage } from "../archive/types.ts";
import { tokensAfterRewrite } from "../conversation/compaction/rewrites.ts";
import { asWaitingMessage } from "../conversation/waitingMessage.ts";
import { contextLimit, findModelTraits } from "../models/catalog.ts";
import { inputTotal } from "../models/usage.ts";
import type { Banner, DesignState, PanelAction, PanelState, WaitingMessage } from "../protocol/index.ts";
import { type ItemSource, newestFrom, shownItemCount, shownItems } from "./shownItems.ts";

/** Where the panel's parts come from. */
export interface PanelSource extends ItemSource {
  readonly conversation: ItemSource["conversation"] & {
    readonly queued: readonly unknown[];
    readonly unsent: readonly unknown[];
    readonly usage: Usage;
    readonly lastRoundUsage: Usage;
    readonly estimatedCost: Cost;
  };
  readonly retry: { attempt: number; tries: number; milliseconds: number; reason: string } | undefined;
  readonly mode: PanelState["mode"];
  /** Tools that run without asking until the document is closed. */
  readonly allowed?: ReadonlySet<string>;
  readonly queueHeld: boolean;
  readonly holdReason?: PanelState["queue"]["reason"];
  /** Whether the last turn can be taken back. */
  readonly canRetry?: boolean;
  /** Whether what runs is a compaction. */
  readonly isCompacting?: boolean;
  readonly makingRoom: PanelState["makingRoom"];
  readonly sendWith?: PanelState["composer"]["sendWith"];
  readonly design: DesignState;
  readonly drawing: PanelState["drawing"];
  readonly banners: readonly Banner[];
  readonly blocked: { readonly text: string; readonly action?: PanelAction } | undefined;
  readonly provider: string;
  readonly model: string;
  /** What the model is called where its id says nothing. */
  readonly modelLabel?: string | undefined;
  /** How much the model holds, in tokens, where its provider says that. */
  readonly context?: number | undefined;
  /** Where requests go, when that isn't the provider's own address. */
  readonly server: string | undefined;
  readonly keeping: PanelState["keeping"];
}

/** What the panel shows besides the items. */
export type PanelFacts = Omit<PanelState, "items" | "itemsBefore" | "older">;

/** What the panel shows of a conversation and its document: of the items the newest. */
export function panelState(source: PanelSource): PanelState {
  const itemsBefore = newestFrom(source);
  return { ...panelFacts(source), itemsBefore, items: shownItems(source, itemsBefore) };
}

/** What the panel shows of a conversation and its document, without the items: it costs the same at any length. */
export function panelFacts(source: PanelSource): PanelFacts {
  const { conversation } = source;
  const traits = findModelTraits(source.provider, source.model);
  const { settledItems: items, lastRoundUsage } = conversation;
  const estimate = tokensAfterRewrite({ items, lastRoundUsage });
  const used = estimate ?? inputTotal(lastRoundUsage);
  const state: PanelFacts = {
    design: source.design,
    drawing: source.drawing,
    turn: source.turn,
    mode: source.mode,
    ...(source.allowed === undefined || source.allowed.size === 0 ? {} : { allowed: [...source.allowed] }),
    queue: {
      held: source.queueHeld,
      messages: conversation.queued.map(waitingMessage),
      ...(source.holdReason === undefined ? {} : { reason: source.holdReason }),
    },
    unsent: conversation.unsent.map(waitingMessage),
    composer: {
      ...(source.blocked === undefined ? {} : { blocked: { ...source.blocked } }),
      ...(source.sendWith === undefined ? {} : { sendWith: source.sendWith }),
    },
    banners: [...source.banners],
    model: {
      provider: source.provider,
      label: traits?.label ?? source.modelLabel ?? source.model,
      ...(source.server === undefined ? {} : { server: source.server }),
    },
    usage: pickTokens(conversation.usage),
    cost: pickCost(conversation.estimatedCost),
    canStartNewConversation:
      shownItemCount(source) + conversation.queued.length + conversation.unsent.length > 0 ||
      source.banners.some((banner) => banner.id === "unreadable"),
    makingRoom: { ...source.makingRoom },
    keeping: source.keeping,
    ...(source.isCompacting === true ? { isCompacting: true } : {}),
    ...(source.canRetry === undefined ? {} : { canRetry: source.canRetry }),
  };
  if (source.retry !== undefined) {
    const { attempt, tries, milliseconds, reason } = source.retry;
    state.retry = { attempt, tries, seconds: Math.ceil(milliseconds / 1000), reason };
  }
  const limit = contextLimit(source);
  if (limit !== undefined && used > 0) {
    state.context = { used, limit, ...(estimate === undefined ? {} : { isEstimate: true }) };
  }
  return state;
}

/** What the panel calls an entry that isn't a message of ours: it may have no id. */
function strangerId(index: number): string {
  return `${strangerPrefix}${index}`;
}

const strangerPrefix = "\u0000entry ";

/** The place of an entry that isn't a message of ours, by what the panel calls it. */
export function strangerIndex(id: string): number | undefined {
  return id.startsWith(strangerPrefix) ? Number(id.slice(strangerPrefix.length)) : undefined;
}

function waitingMessage(entry: unknown, index: number): WaitingMessage {
  const message = asWaitingMessage(entry);
  return message === undefined
    ? { id: strangerId(index), text: JSON.stringify(entry), imageCount: 0, sendable: false }
    : {
        id: message.id,
        text: message.text,
        imageCount: message.images.length,
        ...(message.images.length === 0 ? {} : { images: message.images.map(({ sha256 }) => sha256) }),
        sendable: true,
        ...(message.revises === undefined ? {} : { revises: true }),
      };
}

function pickTokens({ input, output, cacheRead, cacheWrite }: Usage): PanelState["usage"] {
  return { input, output, cacheRead, cacheWrite };
}

/** What something cost, as far as the panel shows it. */
export function pickCost({ kind, dollars, atLeast }: Cost): PanelState["cost"] {
  return { kind, ...(dollars === undefined ? {} : { dollars }), ...(atLeast === true ? { atLeast } : {}) };
}
