import { type Command, targetSession } from "./context.ts";

/** Takes the last turn back and sends its message again. */
export const retryTurn: Command = ({ editor }, target) => {
  targetSession(target);
  return editor.retryTurn();
};
