import type { Item } from "../archive/types.ts";
import type { CardStates } from "../conversation/cards.ts";
import { type Card, type CardStanding, card } from "../protocol/index.ts";

/** Fields of an item that its card shows. */
export const cardFields: ReadonlySet<string> = new Set([
  "callID",
  "reason",
  "arguments",
  "questions",
  "answers",
  "directions",
  "chosen",
  "rule",
]);

/**
 * The card that an item is; undefined for any other item, and for one that a file holds in another form, which is shown
 * generically (FMT-5). What stays answerable after its turn is answerable for ever (TRN-11).
 */
export function cardOf(item: Item, states: CardStates, isWaiting: boolean): Card | undefined {
  const form = formOf(item, states, isWaiting);
  const checked = form === undefined ? undefined : card.safeParse(form);
  return checked?.success === true ? checked.data : undefined;
}

function formOf(item: Item, states: CardStates, isWaiting: boolean): object | undefined {
  const isResolved = states.resolvedCards.includes(item.id);
  const inTurn = (answered: CardStanding): CardStanding => {
    if (isResolved) return answered;
    return isWaiting ? "open" : "expired";
  };
  switch (item.type) {
    case "toolApproval": {
      const state = states.approvalCards[item.id];
      const standing = inTurn(state === "allowed" ? "allowed" : "denied");
      return { kind: "approval", standing, tool: item.name, reason: item.reason, arguments: item.arguments };
    }
    case "questions": {
      const standing = inTurn(item.status === "dismissed" ? "dismissed" : "answered");
      return { kind: "questions", standing, questions: item.questions, answers: item.answers ?? {} };
    }
    case "directions": {
      const { directions, chosen } = item;
      const standing = isResolved ? (item.status === "dismissed" ? "dismissed" : "answered") : "open";
      return { kind: "directions", standing, directions, ...(chosen === undefined ? {} : { chosen }) };
    }
    case "skillProposal":
      return { kind: "skill", standing: proposalStanding(isResolved, states.skillCards[item.id]) };
    case "lintRuleProposal": {
      const standing = proposalStanding(isResolved, states.lintRuleCards[item.id]);
      return { kind: "lintRule", standing, rule: JSON.stringify(item.rule, undefined, 2) };
    }
    default:
      return undefined;
  }
}

function proposalStanding(isResolved: boolean, state: unknown): CardStanding {
  if (!isResolved) return "open";
  return state === "accepted" ? "accepted" : "dismissed";
}
