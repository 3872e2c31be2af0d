import type { TurnEvent } from "../../agent/ports.ts";
import { countAt, textAt, valueAt } from "../valueAt.ts";

/** Puts together the calls of a streamed chat completion. */
export interface CallCollector {
  /** Takes the `tool_calls` of a piece, whatever they are. */
  extend(wire: unknown): void;
  /** The calls that have come, whole, in the order in which they began. */
  take(): readonly Extract<TurnEvent, { type: "toolCall" }>[];
}

interface ArrivingCall {
  readonly index: number | undefined;
  readonly id: string;
  name: string;
  json: string;
}

/**
 * A piece belongs to the call of its index. Some servers number all calls 0, or none: a piece with another id then begins
 * another call, and one that says neither goes on with the last. Arguments that come as an object are written as JSON.
 */
export function createCallCollector(): CallCollector {
  let calls: ArrivingCall[] = [];
  let made = 0;

  const open = (index: number | undefined, id: string | undefined): ArrivingCall => {
    const call = { index, id: id ?? `call_${++made}`, name: "", json: "" };
    calls.push(call);
    return call;
  };
  const callOf = (piece: unknown): ArrivingCall => {
    const index = countAt(piece, "index");
    const id = textAt(piece, "id");
    const candidates = index === undefined ? calls.slice(-1) : calls.filter((call) => call.index === index);
    const last = candidates.at(-1);
    if (last === undefined || (id !== undefined && id !== last.id)) return open(index, id);
    // A whole call without an id, behind another one without an id.
    const isAnother =
      id === undefined && index === undefined && textAt(valueAt(piece, "function"), "name") !== undefined;
    return isAnother && last.name !== "" ? open(index, id) : last;
  };

  return {
    extend(wire) {
      if (!Array.isArray(wire)) return;
      for (const piece of wire.filter((each) => typeof each === "object" && each !== null)) {
        const call = callOf(piece);
        const fn = valueAt(piece, "function");
        call.name ||= textAt(fn, "name") ?? "";
        call.json += writtenArguments(valueAt(fn, "arguments"));
      }
    },
    take() {
      const taken = calls;
      calls = [];
      return taken.map(({ id, name, json }) => ({ type: "toolCall", id, name, arguments: json }));
    },
  };
}

function writtenArguments(value: unknown): string {
  if (typeof value === "string") return value;
  return typeof value === "object" && value !== null ? JSON.stringify(value) : "";
}
