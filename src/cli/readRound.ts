import type { TurnEvent } from "../agent/ports.ts";
import { zeroUsage } from "../archive/defaults.ts";
import type { Usage } from "../archive/types.ts";
import { addUsage } from "../models/usage.ts";
import type { LiveSession } from "./liveSession.ts";

/** Reads a session's events up to where its model waits for results, or to the turn's end. Throws the turn's failure. */
export async function* readRound(
  session: LiveSession,
  signal: AbortSignal,
): AsyncGenerator<TurnEvent, void, undefined> {
  /** What the requests of this round used that are over, and the one that runs. */
  let over: Usage | undefined;
  let current: Usage | undefined;
  for await (const event of session.events(signal)) {
    switch (event.type) {
      case "text":
      case "thinking":
      case "toolCall":
      case "webSearch":
        yield event;
        break;
      case "usage":
        current = event.usage;
        yield { type: "usage", usage: over === undefined ? current : addUsage(over, current) };
        break;
      case "requestEnd":
        if (current !== undefined) over = over === undefined ? current : addUsage(over, current);
        current = undefined;
        break;
      case "waiting":
        // A round whose request was counted before used nothing more, which is not the same as not known.
        if (over === undefined && current === undefined) yield { type: "usage", usage: zeroUsage };
        yield { type: "end", reason: "toolCalls" };
        return;
      case "done":
        if (over === undefined && current === undefined) yield { type: "usage", usage: zeroUsage };
        yield { type: "end", reason: event.reason };
        return;
      case "stopped":
        signal.throwIfAborted();
        throw new Error("The CLI stopped the turn by itself. Send the message again.");
      case "failed":
        throw event.error;
      case "status":
        break;
    }
  }
}
