import type { Command } from "./context.ts";

export const showLog: Command = ({ log }) => log.show();
