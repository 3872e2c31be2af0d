import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { imageCapBytes } from "../../../src/archive/imageCap.ts";
import { imageOmittedText } from "../../../src/archive/index.ts";
import { reclaimedCapBytes } from "../../../src/archive/reclaimed.ts";
import { conversationSchema } from "../../../src/archive/schema.ts";
import { itemTypes } from "../../../src/archive/types.ts";
import { compactedText } from "../../../src/conversation/compaction/reclaim.ts";
import { summaryMessage } from "../../../src/conversation/compaction/turnOpenings.ts";
import { readExample } from "../../support/caseFolders.ts";

const text = readFileSync("docs/format.md", "utf8");

it("FMT-2: docs/format.md ends with the example, word for word", () => {
  const shown = /```json\n([\s\S]*?)\n```\n$/.exec(text)?.[1];
  expect(shown).toBe(new TextDecoder().decode(readExample()).trimEnd());
});

it("FMT-2, FMT-4, FMT-7: docs/format.md names every key, item type and block", () => {
  const blocks = conversationSchema.shape.history.unwrap().element.shape.content.element.options;
  const names = [
    ...Object.keys(conversationSchema.shape),
    ...itemTypes,
    ...Object.keys(conversationSchema.shape.items.unwrap().element.shape),
    ...Object.keys(conversationSchema.shape.usage.unwrap().shape),
    ...Object.keys(conversationSchema.shape.estimatedCost.unwrap().shape),
    ...blocks.flatMap((block) => [...block.shape.type.values, ...Object.keys(block.shape)]),
  ];
  expect(names.length).toBeGreaterThan(70);
  expect(names.filter((name) => !text.includes(`\`${name}\``) && !text.includes(`"${name}"`))).toEqual([]);
});

it("IMG-2, IMG-3: docs/format.md says the cap and the placeholder as they are", () => {
  expect(text).toContain(`(${imageCapBytes.toLocaleString("en-US")} bytes;`);
  expect(text).toContain(`\`${imageOmittedText}\``);
});

it("CMP-3, CMP-8: docs/format.md says how a summary opens, what stands for a result, and the cap as they are", () => {
  const [block] = summaryMessage("<summary>").content;
  expect(text).toContain(`\`${JSON.stringify(block?.text).slice(1, -1)}\``);
  expect(text).toContain(`\`${compactedText("<callID>")}\``);
  expect(text).toContain(`(${reclaimedCapBytes.toLocaleString("en-US")} bytes);`);
});
