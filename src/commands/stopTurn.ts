import { type Command, targetSession } from "./context.ts";

export const stopTurn: Command = (_context, target) => targetSession(target).turns.stop();
