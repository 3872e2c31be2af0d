import * as l10n from "@vscode/l10n";
import type { Tool } from "../agent/tool.ts";
import type { Turns } from "../agent/turns.ts";
import { type FullContext, fullContext } from "../conversation/compaction/fullContext.ts";
import { type RewriteKind, rewriteBefore, tokensAfterRewrite } from "../conversation/compaction/rewrites.ts";
import type { Conversation } from "../conversation/conversation.ts";
import { type PromptBreak, type PromptParts, promptBreak } from "../conversation/promptBreak.ts";
import { promptHash } from "../host/promptHash.ts";
import { type ColdPrompt, coldPrompt, coldTokens } from "../models/coldPrompt.ts";
import { type Banner, contextShare, type PanelAction } from "../protocol/index.ts";
import { inDollars, withCommas } from "./figures.ts";
import { promptSizeOf, type RoomOffers } from "./roomOffers.ts";

/** What of a session decides how much its next message reads. */
export interface PromptSession {
  readonly conversation: Pick<Conversation, "history" | "lastRoundUsage" | "ranOn" | "settledItems">;
  readonly turns: Pick<Turns, "state">;
  readonly openDesign: { readonly tools: readonly Tool[] };
  readonly writable: boolean;
}

/** What the next message would read, where a person should know of it before they send it. */
export function promptBanners(session: PromptSession, next: PromptParts, now: Date, offers: RoomOffers): Banner[] {
  return [...contextBanners(session, next, offers), ...brokenPrefix(session, next, now)];
}

/** Derived from the last request and the model's limit, never stored (CMP-1). What frees enough without a call of the model comes first (CMP-8). */
function contextBanners({ conversation, openDesign }: PromptSession, next: PromptParts, offers: RoomOffers): Banner[] {
  const full = fullContext(conversation, next, promptSizeOf(openDesign.tools), offers.compaction);
  if (full === undefined) return [];
  const percent = Math.round(contextShare(full) * 100);
  const isFull = l10n.t(
    "The model's context is {0}% full. When it is full, no further message can be answered.",
    percent,
  );
  const [action, ...others] = roomActions(full, offers);
  return [
    {
      id: "contextFull",
      tone: "warning",
      text: `${isFull} ${whatHelps(full)}`.trim(),
      ...(action === undefined ? {} : { action }),
      ...(others.length === 0 ? {} : { others }),
    },
  ];
}

function whatHelps({ reclaim, compaction }: FullContext): string {
  if (compaction.kind === "notOffered" && compaction.reason === "readOnly") return "";
  if (compaction.kind === "notOffered" && compaction.reason === "cliBackend") return newConversationHelps();
  if (reclaim?.isEnough === true)
    return l10n.t(
      "Putting old tool results aside frees about {0} tokens, and no model is called for it.",
      withCommas(reclaim.freedTokens),
    );
  return compaction.kind === "notOffered" && compaction.reason === "tooFewTurns"
    ? newConversationHelps()
    : l10n.t("Only compacting the conversation makes enough room: a summary takes the place of its older turns.");
}

function newConversationHelps(): string {
  return l10n.t("A new conversation begins with an empty one; the design stays as it is.");
}

/** No button stands for what isn't offered; where nothing is that would help, a new conversation does (CMP-6). */
function roomActions(full: FullContext, { compaction, reclaiming }: RoomOffers): PanelAction[] {
  const actions: PanelAction[] = [];
  if (full.reclaim?.isEnough === true && reclaiming.kind === "offered")
    actions.push({ command: "reclaimToolResults", label: l10n.t("Reclaim Tool Results…") });
  if (compaction.kind === "offered") actions.push({ command: "compactConversation", label: l10n.t("Compact…") });
  const isStuck = compaction.kind === "notOffered" && ["tooFewTurns", "cliBackend"].includes(compaction.reason);
  if (isStuck && actions.length === 0) actions.push({ command: "newConversation", label: l10n.t("New Conversation…") });
  return actions;
}

/** Said until the message is sent: what it reads is then paid for (BYT-4). */
function brokenPrefix(session: PromptSession, next: PromptParts, now: Date): Banner[] {
  const { conversation, turns, openDesign, writable } = session;
  if (turns.state !== "idle" || !writable) return [];
  const { history, settledItems: items, lastRoundUsage } = conversation;
  // The history itself was changed by the person: that is known, whatever the version or the model says.
  const rewritten = rewriteBefore(items);
  if (rewritten !== undefined) {
    const tokens = tokensAfterRewrite({ items, lastRoundUsage });
    const cold = tokens === undefined ? coldPrompt(next, conversation, now) : coldTokens(next, tokens, now);
    return [{ id: "readsAnew", tone: "info", text: rewriteText(rewritten, sizeOf(cold)) }];
  }
  const cause = promptBreak({ ...conversation.ranOn, history }, next, (parts) => promptHash(parts, openDesign.tools));
  if (cause === undefined) return [];
  const size = sizeOf(coldPrompt(next, conversation, now));
  return [{ id: "readsAnew", tone: "info", text: breakText(cause, size) }];
}

function rewriteText(kind: RewriteKind, size: string): string {
  switch (kind) {
    case "compacted":
      return l10n.t("The conversation was compacted. The next message reads what it is now anew: {0}.", size);
    case "reclaimed":
      return l10n.t("Old tool results were put aside. The next message reads the conversation anew: {0}.", size);
    case "undone":
      return l10n.t(
        "The conversation is as it was before. The next message reads what the model's cache has lost of it anew: at most {0}.",
        size,
      );
  }
}

function breakText(cause: PromptBreak, size: string): string {
  switch (cause) {
    case "model":
      return l10n.t("The model was changed. The next message reads the whole conversation anew: {0}.", size);
    case "webSearch":
      return l10n.t("Web search was switched. The next message reads the whole conversation anew: {0}.", size);
    case "images":
      return l10n.t(
        "Images of the conversation aren't kept any more. The next message reads the whole conversation anew: {0}.",
        size,
      );
    case "other":
      return l10n.t("The next message reads the whole conversation anew: {0}.", size);
  }
}

function sizeOf({ tokens, cost }: ColdPrompt): string {
  const count = withCommas(tokens);
  if (cost.kind === "notBilled") return l10n.t("about {0} tokens, not billed", count);
  return cost.dollars === undefined
    ? l10n.t("about {0} tokens, price unknown", count)
    : l10n.t("about {0} tokens, {1} (estimated)", count, inDollars(cost.dollars));
}
