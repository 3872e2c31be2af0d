import { type Command, targetSession } from "./context.ts";

/** Opens the find bar of the conversation. */
export const findInConversation: Command = ({ editor }, target) => {
  targetSession(target);
  editor.find();
};
