import { readFileSync, writeFileSync } from "node:fs";
import { expect, it } from "vitest";
import * as z from "zod";
import { conversationSchema } from "../../../src/archive/schema.ts";

const path = "docs/conversation.schema.json";

it("FMT-5: docs/conversation.schema.json says what the schema says", () => {
  const made = {
    title: "conversation.json of a Silverpoint package, format 1",
    description: "Made from src/archive/schema.ts. docs/format.md says what the keys mean.",
    ...z.toJSONSchema(conversationSchema),
  };
  if (process.env.UPDATE_SCHEMA !== undefined) writeFileSync(path, `${JSON.stringify(made, null, 2)}\n`);
  const stored: unknown = JSON.parse(readFileSync(path, "utf8"));
  expect(stored, `Run this test with UPDATE_SCHEMA=1, then biome format --write ${path}`).toEqual(made);
});
