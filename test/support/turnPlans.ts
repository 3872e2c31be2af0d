import fc from "fast-check";
import type { Mode } from "../../src/conversation/waitingMessage.ts";
import { failure, type Script, type Step, text, thinking, toolCall } from "./modelServer/index.ts";

/** A call that the model makes: one of the tools that there are, or none, with arguments of every kind. */
interface PlannedCall {
  readonly id: string;
  readonly name: string;
  readonly args: string;
}

interface PlannedResponse {
  readonly isBusyFirst: boolean;
  readonly thought: string;
  readonly said: string;
  readonly searches: number;
  readonly calls: readonly PlannedCall[];
  readonly end: "whole" | "pause" | "cut" | "error" | "limit";
}

/** A turn of a random conversation. `at`: after how many steps it is stopped or the program killed, if it gets there. */
export interface PlannedTurn {
  readonly mode: Mode;
  /** How the person answers the cards. */
  readonly allows: boolean;
  readonly responses: readonly PlannedResponse[];
  readonly end: "undisturbed" | "stop" | "kill";
  readonly at: number;
}

const call: fc.Arbitrary<PlannedCall> = fc.record({
  id: fc.constantFrom("t1", "t2", "toolu_3", "a|b", "x".repeat(70)),
  name: fc.constantFrom("look", "look", "change", "picture", "Look", "nothing"),
  args: fc.constantFrom("{}", "{}", '{"b": 1.0,"1":"x"}', "", "[1]", '{"a":', '{"a":1,"a":2}', '{"s":"\\ud83d"}'),
});

const response: fc.Arbitrary<PlannedResponse> = fc.record({
  isBusyFirst: fc.boolean(),
  thought: fc.constantFrom("", "Hm."),
  said: fc.constantFrom("", " ", "Größer 😀", "Let me look.\n"),
  searches: fc.nat({ max: 2 }),
  calls: fc.uniqueArray(call, { maxLength: 3, selector: ({ id }) => id }),
  end: fc.constantFrom("whole", "whole", "whole", "pause", "cut", "error", "limit"),
});

export const plannedTurn: fc.Arbitrary<PlannedTurn> = fc.record({
  mode: fc.constantFrom<Mode>("Just do it", "Ask first", "Discuss"),
  allows: fc.boolean(),
  responses: fc.array(response, { maxLength: 3 }),
  end: fc.constantFrom("undisturbed", "undisturbed", "stop", "kill"),
  at: fc.nat({ max: 14 }),
});

/** What the server answers in the turn, one script a request. */
export function scriptsOf({ responses }: PlannedTurn): Script[] {
  return responses.flatMap((planned) => [
    ...(planned.isBusyFirst ? [failure(529, "overloaded_error", "Overloaded")] : []),
    scriptOf(planned),
  ]);
}

function scriptOf({ thought, said, searches, calls, end }: PlannedResponse): Script {
  const stopReasons = { pause: "pause_turn", limit: "max_tokens" } as const;
  const steps: Step[] = [
    ...(thought === "" ? [] : [thinking(thought)]),
    ...(said === "" ? [] : [text(said)]),
    ...Array.from({ length: searches }, (_, index): Step => {
      const results = index === 0 ? [{ title: "A\ud800", url: "https://a.test/" }] : [];
      return { do: "webSearch", query: "cobalt", results };
    }),
    ...calls.map(({ id, name, args }) => toolCall(id, name, args)),
    ...(end === "cut" ? [{ do: "cut", how: "fin" } as const] : []),
    ...(end === "error" ? [{ do: "error", type: "api_error", message: "Internal" } as const] : []),
  ];
  return { kind: "answer", steps, ...(end in stopReasons ? { stopReason: Reflect.get(stopReasons, end) } : {}) };
}
