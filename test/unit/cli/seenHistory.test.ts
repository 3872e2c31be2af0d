import { describe, expect, it } from "vitest";
import type { Message } from "../../../src/archive/types.ts";
import { follows, goesOn } from "../../../src/cli/seenHistory.ts";

const user = (text: string): Message => ({
  role: "user",
  content: [{ type: "text", text: `# This turn\nMode: Discuss\n\n${text}` }],
});
const assistant: Message = { role: "assistant", content: [{ type: "text", text: "Yes" }] };
const tool: Message = { role: "tool", content: [] };
const pictures: Message = { role: "user", content: [{ type: "text", text: "Here is the image you asked for." }] };

const before = [user("One"), assistant];
const opening = user("Two");
const seen = { before, opening, hasBrought: true };

describe("what a CLI has seen", () => {
  it("CLI-3: is followed by the next turn, whatever the last one called", () => {
    expect(follows(seen, [...before, opening, assistant, user("Three")])).toBe(true);
    expect(follows(seen, [...before, opening, assistant, tool, pictures, assistant, user("Three")])).toBe(true);
    expect(follows(seen, [...before, opening, assistant, tool, user("Three")])).toBe(true);
  });

  it("CLI-3: isn't followed when another model answered meanwhile, a turn was taken back, or all began anew", () => {
    expect(follows(seen, [...before, opening, assistant, user("Elsewhere"), assistant, user("Three")])).toBe(false);
    expect(follows(seen, [...before, opening, assistant, tool, user("Elsewhere"), assistant, user("Three")])).toBe(
      false,
    );
    expect(follows(seen, [...before, user("Three")])).toBe(false);
    expect(follows(seen, [...before, user("Edited"), assistant, user("Three")])).toBe(false);
    expect(follows(seen, [user("Three")])).toBe(false);
  });

  it("CLI-3: is followed after a turn that brought nothing and was handed back", () => {
    expect(follows({ ...seen, hasBrought: false }, [...before, user("Three")])).toBe(true);
  });

  it("CLI-5: goes on with results, and not with another turn's message", () => {
    const sent = [...before, opening];
    expect(goesOn([...sent, assistant, tool], sent)).toBe(true);
    expect(goesOn([...sent, assistant, tool, pictures], sent)).toBe(true);
    expect(goesOn([...sent, assistant, tool, user("Three")], sent)).toBe(false);
    expect(goesOn([...sent, assistant], sent)).toBe(false);
    expect(goesOn([user("Other"), assistant, tool], sent)).toBe(false);
  });
});
