import { expect, it } from "vitest";
import { systemPrompt } from "../../../src/agent/systemPrompt.ts";

it("BYT-3: the system prompt's bytes are those of the golden file; a change breaks every cached prefix (accept it with -u)", async () => {
  await expect(systemPrompt).toMatchFileSnapshot("../../golden/systemPrompt.txt");
});
