import { type Command, targetSession } from "./context.ts";

/** Asks again about a file that changed on disk and was put off (PKG-11). */
export const decideAboutDisk: Command = async (_context, target) => {
  await targetSession(target).disk.settle();
};
