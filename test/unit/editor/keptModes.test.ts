import { describe, expect, it } from "vitest";
import { KeptModes } from "../../../src/editor/keptModes.ts";

function memento() {
  const values = new Map<string, unknown>();
  return {
    values,
    get: <T>(key: string) => values.get(key) as T | undefined,
    update: async (key: string, value: unknown) => void values.set(key, value),
  };
}

describe("the mode that was chosen", () => {
  it("TRN-2: is kept for its package and for no other, outside of it", async () => {
    const state = memento();
    await new KeptModes(state).keep("file:///a.silverpoint", "Ask first");
    const reloaded = new KeptModes(state);
    expect(reloaded.of("file:///a.silverpoint")).toBe("Ask first");
    expect(reloaded.of("file:///b.silverpoint")).toBeUndefined();
  });

  it("TRN-2: is none where something else is kept", () => {
    const state = memento();
    state.values.set("mode of x", "Do anything");
    expect(new KeptModes(state).of("x")).toBeUndefined();
  });
});
