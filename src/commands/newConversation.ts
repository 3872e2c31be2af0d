import { confirmNewConversation } from "../editor/confirmNewConversation.ts";
import { type Command, targetSession } from "./context.ts";

/** Forgets the conversation after the person said yes (TRN-12). */
export const newConversation: Command = async (_context, target) => {
  const session = targetSession(target);
  if (await confirmNewConversation(session)) await session.openConversation.startNew();
};
