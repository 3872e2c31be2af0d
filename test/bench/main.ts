/** Measures what docs/format.md promises of large conversations; every ratio is from this one run. */
import { mkdir, writeFile } from "node:fs/promises";
import { type BigConversation, makeBigConversation } from "./bigConversation.ts";
import type { Measure } from "./measure.ts";
import { measureMemory } from "./memory.ts";
import { measureOpen } from "./open.ts";
import { measurePeers } from "./peers.ts";
import { measureSave } from "./save.ts";

const mebibyte = 1024 * 1024;
const big: BigConversation = await makeBigConversation({
  items: 10_000,
  jsonBytes: 50_000_000,
  images: 20,
  imageBytes: 20 * mebibyte,
});
const measures: Measure[] = [
  ...(await measureOpen(big)),
  ...(await measureSave(big)),
  ...(await measureMemory(big)),
  ...(await measurePeers()),
];

const rows = measures.map(({ name, ours, unit, than, theirs }) => ({
  name,
  ours: show(ours, unit),
  than: theirs === undefined ? "" : `${than}: ${show(theirs, unit)}`,
  ratio: theirs === undefined ? "" : (ours / theirs).toFixed(2),
}));
const widths = (["name", "ours", "than"] as const).map((key) => Math.max(...rows.map((row) => row[key].length)));
for (const { name, ours, than, ratio } of rows) {
  const [first = 0, second = 0, third = 0] = widths;
  console.log(`${name.padEnd(first)}  ${ours.padStart(second)}  ${than.padEnd(third)}  ${ratio.padStart(5)}`);
}
await mkdir("bench", { recursive: true });
const results = { node: process.version, measures: measures.map((each) => ({ ...each, ratio: ratioOf(each) })) };
await writeFile("bench/results.json", `${JSON.stringify(results, null, 2)}\n`);

function ratioOf({ ours, theirs }: Measure): number | undefined {
  return theirs === undefined ? undefined : Number((ours / theirs).toFixed(3));
}

function show(value: number, unit: Measure["unit"]): string {
  if (unit === "ms") return `${value.toFixed(value < 10 ? 2 : 0)} ms`;
  return value === 0 ? "0 bytes" : `${(value / 1e6).toFixed(1)} MB`;
}
