import type { Draft } from "../conversation/draft.ts";
import type { Host } from "../host.ts";

/** Does what was typed instead of a message; resolves to whether it was done. Rejects, saying why, when it can't be. */
type LastTurnCommand = (host: Host, draft: Draft) => Promise<boolean>;

const commands: ReadonlyMap<string, (host: Host) => Promise<boolean>> = new Map([
  ["/retry", async (host) => (await host.ask("retryTurn", {})).accepted],
  [
    "/revise",
    async (host) => {
      await host.ask("reviseMessage", {});
      return true;
    },
  ],
]);

/** Whether one of them is being typed. */
export function mayBecomeCommand(text: string): boolean {
  return text !== "" && [...commands.keys()].some((name) => name.startsWith(text.trimEnd()));
}

/** `/retry` and `/revise` as the whole message: what they do; undefined for a message. */
export function lastTurnCommand(text: string): LastTurnCommand | undefined {
  const run = commands.get(text.trim());
  if (run === undefined) return undefined;
  return async (host, draft) => {
    // The message that comes back fills an empty composer.
    draft.clear();
    try {
      const isDone = await run(host);
      if (!isDone && draft.isEmpty) draft.write(text);
      return isDone;
    } catch (error) {
      if (draft.isEmpty) draft.write(text);
      throw error;
    }
  };
}
