import { type Command, targetSession } from "./context.ts";

export const focusComposer: Command = ({ editor }, target) => {
  targetSession(target);
  editor.focusComposer();
};
