import type { OpenCards } from "../agent/openCards.ts";
import type { Conversation } from "../conversation/conversation.ts";

/** A CLI's wish to use a tool of its own, as JSON text what it would be used with. */
interface CliQuestion {
  readonly name: string;
  readonly arguments: string;
}

/** Asks with a card whether a CLI may do what it asks for (CLI-4). Declined when the CLI takes the question back. */
export async function askForCli(
  { name, arguments: input }: CliQuestion,
  signal: AbortSignal,
  conversation: Conversation,
  cards: OpenCards,
  onChange: () => void,
): Promise<boolean> {
  const itemId = conversation.addApproval({ id: "", itemId: "", name, arguments: input }, name, "cli");
  const waiting = cards.wait(itemId, signal);
  onChange();
  const isAllowed = await waiting.then(
    (answer) => "choice" in answer && answer.choice === "allow",
    () => false,
  );
  conversation.answerCard(itemId, isAllowed ? "allowed" : "denied");
  onChange();
  return isAllowed;
}
