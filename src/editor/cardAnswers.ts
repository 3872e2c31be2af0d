import * as l10n from "@vscode/l10n";
import type { OpenCards } from "../agent/openCards.ts";
import type { Item } from "../archive/types.ts";
import type { CardAnswer } from "../conversation/cards.ts";
import type { Conversation } from "../conversation/conversation.ts";

/** What accepting a card does outside the conversation. */
export interface CardEffects {
  /** Writes `SKILL.md` of a skill; gives its path in the workspace. Throws, saying why, when it can't be written. */
  readonly writeSkill: (name: string, text: string) => Promise<string>;
  /** Adds a rule to those of the design system, as one undo step. Throws, saying why, when it can't be added. */
  readonly addLintRule: (rule: unknown) => void;
  /** Rejects, saying why, when no message can be sent now. */
  readonly prepareToSend: () => Promise<void>;
  /** Sends a message as the person's. */
  readonly send: (text: string) => void;
}

export interface CardAnswersParts {
  readonly conversation: Conversation;
  readonly cards: OpenCards;
  readonly effects: CardEffects;
  /** The conversation changed in a way that a save should store (PKG-6). */
  readonly onChange: () => void;
}

/** Takes the answers to a conversation's cards: those that a turn waits for, and those that stay answerable (TRN-11). */
export class CardAnswers {
  readonly #parts: CardAnswersParts;
  /** Cards whose answer takes effect now: a second answer is none. */
  readonly #busy = new Set<string>();

  constructor(parts: CardAnswersParts) {
    this.#parts = parts;
  }

  /** Answers a card, once. Rejects, saying why, when no card of that id waits for such an answer. */
  async answer(itemId: string, answer: CardAnswer): Promise<void> {
    const { conversation, cards, onChange } = this.#parts;
    const [item, another] = conversation.items.filter(({ id }) => id === itemId);
    // A file may repeat an id: which card was meant can't be told (FMT-12).
    if (another !== undefined)
      throw new Error(l10n.t("The id “{0}” stands twice in this conversation, so its card can't be answered.", itemId));
    if (item === undefined || this.#busy.has(itemId) || conversation.cards.resolvedCards.includes(itemId)) {
      throw new Error(l10n.t("No card “{0}” waits for an answer.", itemId));
    }
    if (cards.has(itemId)) {
      if (!fits(item, answer)) throw new Error(l10n.t("A card of the type “{0}” isn't answered like this.", item.type));
      cards.answer(itemId, answer);
      return;
    }
    this.#busy.add(itemId);
    try {
      await this.#settle(item, answer);
    } finally {
      this.#busy.delete(itemId);
    }
    onChange();
  }

  async #settle(item: Item, answer: CardAnswer): Promise<void> {
    const { conversation, effects } = this.#parts;
    if (!fits(item, answer)) throw new Error(l10n.t("A card of the type “{0}” isn't answered like this.", item.type));
    if ("choice" in answer && answer.choice === "dismiss") {
      conversation.answerCard(item.id, "dismissed", item.type === "directions" ? { status: "dismissed" } : {});
      return;
    }
    switch (item.type) {
      case "directions": {
        const { direction } = answer as { direction: string };
        await effects.prepareToSend();
        conversation.answerCard(item.id, undefined, { chosen: direction });
        effects.send(`Let's take the direction “${direction}”.`);
        return;
      }
      case "skillProposal": {
        const path = await effects.writeSkill(item.name ?? "", item.text ?? "");
        conversation.answerCard(item.id, "accepted");
        conversation.addNotice(`The skill “${item.name}” was saved as ${path}.`, "skillSaved");
        return;
      }
      case "lintRuleProposal":
        effects.addLintRule(item.rule);
        conversation.answerCard(item.id, "accepted");
        conversation.addNotice(`The rule “${item.name}” was added to the design system.`, "lintRuleAdded");
        return;
      default:
        throw new Error(
          l10n.t("This card was not answered before the document was closed. Nothing can run because of it now."),
        );
    }
  }
}

/** Whether an answer is of the kind that the card asks for. */
function fits({ type, directions }: Item, answer: CardAnswer): boolean {
  const choice = "choice" in answer ? answer.choice : undefined;
  switch (type) {
    case "toolApproval":
      return choice === "allow" || choice === "deny";
    case "questions":
      return "answers" in answer || choice === "dismiss";
    case "directions":
      if (!("direction" in answer)) return choice === "dismiss";
      return Array.isArray(directions) && directions.some((each) => each?.title === answer.direction);
    case "skillProposal":
    case "lintRuleProposal":
      return choice === "accept" || choice === "dismiss";
    default:
      return false;
  }
}
