import type { Command } from "./context.ts";

/** Goes to a turn that runs where nobody looks. */
export const showHiddenWork: Command = ({ hiddenWork }) => hiddenWork.show();
