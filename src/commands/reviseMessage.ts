import { type Command, targetSession } from "./context.ts";

/** Takes the last turn back, and its message into the composer. */
export const reviseMessage: Command = ({ editor }, target) => {
  targetSession(target);
  return editor.reviseMessage();
};
