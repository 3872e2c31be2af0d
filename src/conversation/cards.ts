import type { ArchivedConversation, Item, ItemType } from "../archive/types.ts";
import type { OpenCall } from "./response.ts";

/** How a person answers a card. `forDocument`: this tool needs no card any more until the document is closed. */
export type CardAnswer =
  | { readonly choice: "allow" | "deny" | "accept" | "dismiss"; readonly forDocument?: boolean | undefined }
  | { readonly direction: string }
  | { readonly answers: Readonly<Record<string, readonly string[]>> };

/** What a card's item holds besides its id. */
export type CardFields = Omit<Item, "id">;

/** Where the states of a card type stand (FMT-6); a type that isn't here has none but being answered. */
const stateMaps = {
  toolApproval: "approvalCards",
  skillProposal: "skillCards",
  lintRuleProposal: "lintRuleCards",
} as const satisfies Partial<Record<ItemType, keyof ArchivedConversation>>;

export type CardStates = Pick<ArchivedConversation, (typeof stateMaps)[keyof typeof stateMaps] | "resolvedCards">;

export type CardAnswered = "allowed" | "denied" | "accepted" | "dismissed";
type CardState = "pending" | CardAnswered;

/** A card that asks whether a call may run, which its arguments are shown with as the model wrote them (TRN-10). */
export function approvalFields(call: OpenCall, toolName: string, reason: string): CardFields {
  return { type: "toolApproval", name: toolName, callID: call.id, reason, arguments: call.arguments };
}

/** The conversation with a card at its end. */
export function withCard(saved: ArchivedConversation, id: string, fields: CardFields): ArchivedConversation {
  const item = { ...fields, id } as Item;
  return withState({ ...saved, items: [...saved.items, item] }, item, "pending");
}

/** The conversation with a call's item shown as a card, under the same id. */
export function withItemAsCard(saved: ArchivedConversation, id: string, fields: CardFields): ArchivedConversation {
  const item = { ...fields, id } as Item;
  const items = saved.items.map((each) => (each.id === id ? item : each));
  return withState({ ...saved, items }, item, "pending");
}

/** The conversation with a card answered: where it stands now, and what the answer adds to its item. */
export function withCardAnswered(
  saved: ArchivedConversation,
  id: string,
  state: CardAnswered | undefined,
  fields: Readonly<Record<string, unknown>> = {},
): ArchivedConversation {
  const item = saved.items.find((each) => each.id === id);
  if (item === undefined) return saved;
  const { status: _, ...others } = item;
  const settled = { ...others, ...fields } as Item;
  const resolved = saved.resolvedCards.includes(id) ? saved.resolvedCards : [...saved.resolvedCards, id];
  const items = saved.items.map((each) => (each === item ? settled : each));
  const answered = { ...saved, items, resolvedCards: resolved };
  return state === undefined ? answered : withState(answered, settled, state);
}

function withState(saved: ArchivedConversation, { id, type }: Item, state: CardState): ArchivedConversation {
  const map = Object.hasOwn(stateMaps, type) ? stateMaps[type as keyof typeof stateMaps] : undefined;
  return map === undefined ? saved : { ...saved, [map]: { ...saved[map], [id]: state } };
}
