import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { Conversation } from "../../../src/conversation/conversation.ts";
import { differences } from "../../../src/panel/differences.ts";
import { applyChange, type PanelState, type ViewItem } from "../../../src/protocol/index.ts";
import { message } from "../../support/messages.ts";
import { stateOf } from "../../support/panelStates.ts";

function applyAll(state: PanelState, after: PanelState): PanelState | undefined {
  return differences(state, after).reduce<PanelState | undefined>(
    (next, change) => next && applyChange(next, change),
    state,
  );
}

const item: fc.Arbitrary<ViewItem> = fc.record(
  {
    id: fc.string(),
    type: fc.constantFrom("user", "assistant"),
    text: fc.string(),
    status: fc.constantFrom("running", "failed"),
  },
  { requiredKeys: ["id", "type", "text"] },
);
const state: fc.Arbitrary<PanelState> = fc
  .record({
    items: fc.array(item),
    turn: fc.constantFrom("idle", "running", "stopping"),
    context: fc.option(fc.record({ used: fc.nat(), limit: fc.nat() }), { nil: undefined }),
  })
  .map(
    ({ context, ...rest }): PanelState => ({ ...stateOf(), ...rest, ...(context === undefined ? {} : { context }) }),
  );

describe("differences", () => {
  it("lead from any state to any other", () => {
    fc.assert(
      fc.property(state, state, (before, after) => {
        expect(applyAll(before, after)).toEqual(after);
      }),
    );
  });

  it("a streamed piece costs its own text, whatever the length of the conversation", () => {
    const conversation = new Conversation();
    for (let turn = 0; turn < 200; turn++) {
      conversation.openTurn(message(`Question ${turn}`));
      conversation.appendText("An answer of some length. ".repeat(40));
      conversation.endTurn({ kind: "completed" });
    }
    conversation.openTurn(message("Last"));
    conversation.appendText("Once");
    const before = stateOf(conversation);
    conversation.appendText(" upon a time");
    expect(differences(before, stateOf(conversation))).toEqual([{ op: "append", index: 401, text: " upon a time" }]);
  });
});
