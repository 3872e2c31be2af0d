import type { Cost, Item, Message, Usage } from "../archive/types.ts";
import { asWaitingMessage } from "../conversation/waitingMessage.ts";
import { findModelTraits } from "../models/catalog.ts";
import { inputTotal } from "../models/usage.ts";
import type { Banner, DesignState, PanelAction, PanelState, ViewItem, WaitingMessage } from "../protocol/index.ts";
import { type TurnStanding, viewItem } from "./viewItems.ts";

/** Where the panel's parts come from. */
export interface PanelSource {
  readonly conversation: {
    readonly items: readonly Item[];
    readonly history: readonly Message[];
    readonly queued: readonly unknown[];
    readonly unsent: readonly unknown[];
    readonly usage: Usage;
    readonly lastRoundUsage: Usage;
    readonly estimatedCost: Cost;
    readonly runningFrom: number | undefined;
  };
  readonly turn: PanelState["turn"];
  readonly queueHeld: boolean;
  readonly design: DesignState;
  readonly drawing: PanelState["drawing"];
  readonly banners: readonly Banner[];
  readonly blocked: { readonly text: string; readonly action?: PanelAction } | undefined;
  readonly provider: string;
  readonly model: string;
  /** Where requests go, when that isn't the provider's own address. */
  readonly server: string | undefined;
  readonly keeping: PanelState["keeping"];
}

/** What the panel shows of a conversation and its document. */
export function panelState(source: PanelSource): PanelState {
  const { conversation } = source;
  const traits = findModelTraits(source.provider, source.model);
  const used = inputTotal(conversation.lastRoundUsage);
  const state: PanelState = {
    design: source.design,
    drawing: source.drawing,
    items: viewItems(source),
    turn: source.turn,
    queue: { held: source.queueHeld, messages: conversation.queued.map(waitingMessage) },
    unsent: conversation.unsent.map(waitingMessage),
    composer: source.blocked === undefined ? {} : { blocked: { ...source.blocked } },
    banners: [...source.banners],
    model: {
      provider: source.provider,
      label: traits?.label ?? source.model,
      ...(source.server === undefined ? {} : { server: source.server }),
    },
    usage: pickTokens(conversation.usage),
    cost: pickCost(conversation.estimatedCost),
    canStartNewConversation:
      conversation.items.length + conversation.queued.length + conversation.unsent.length > 0 ||
      source.banners.some((banner) => banner.id === "unreadable"),
    keeping: source.keeping,
  };
  if (traits !== undefined && used > 0) state.context = { used, limit: traits.context };
  return state;
}

function viewItems({ conversation, turn }: PanelSource): ViewItem[] {
  const { items, history, runningFrom } = conversation;
  // Stop and a failure take back a message that nothing came for; only a crash leaves one at the end (PKG-6, TRN-6).
  const isUnanswered = turn === "idle" && items.at(-1)?.type === "user" && history.at(-1)?.role === "user";
  const standing = (index: number): TurnStanding => {
    if (runningFrom !== undefined && index >= runningFrom) return "running";
    return isUnanswered && index === items.length - 1 ? "unanswered" : "over";
  };
  return items.map((item, index) => viewItem(item, standing(index)));
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
    : { id: message.id, text: message.text, imageCount: message.images.length, sendable: true };
}

function pickTokens({ input, output, cacheRead, cacheWrite }: Usage): PanelState["usage"] {
  return { input, output, cacheRead, cacheWrite };
}

function pickCost({ kind, dollars, atLeast }: Cost): PanelState["cost"] {
  return { kind, ...(dollars === undefined ? {} : { dollars }), ...(atLeast === true ? { atLeast } : {}) };
}
