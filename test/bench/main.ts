/** Measures what docs/format.md promises of large conversations, and a large design; every ratio is from this one run. */
import { mkdir, writeFile } from "node:fs/promises";
import { measureBatchDesign } from "./batchDesign.ts";
import { type BigConversation, makeBigConversation } from "./bigConversation.ts";
import { measureCanvas } from "./canvas.ts";
import type { Measure } from "./measure.ts";
import { measureMemory } from "./memory.ts";
import { measureOpen } from "./open.ts";
import { measurePanel } from "./panel.ts";
import { measurePeers } from "./peers.ts";
import { measureSave } from "./save.ts";

const mebibyte = 1024 * 1024;
const nodes = 20_000;
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
  ...(await measureBatchDesign(nodes)),
  ...(await measureCanvas(nodes)),
  ...(await measurePanel()),
];

const rows = measures.map((measure) => ({
  name: measure.name,
  ours: show(measure.ours, measure.unit),
  than: measure.theirs === undefined ? "" : `${measure.than}: ${show(measure.theirs, measure.unit)}`,
  ratio: ratioOf(measure)?.toFixed(2) ?? "",
}));
const widths = (["name", "ours", "than"] as const).map((key) => Math.max(...rows.map((row) => row[key].length)));
for (const { name, ours, than, ratio } of rows) {
  const [first = 0, second = 0, third = 0] = widths;
  console.log(`${name.padEnd(first)}  ${ours.padStart(second)}  ${than.padEnd(third)}  ${ratio.padStart(5)}`);
}
await mkdir("bench", { recursive: true });
const results = { node: process.version, measures: measures.map((each) => ({ ...each, ratio: ratioOf(each) })) };
await writeFile("bench/results.json", `${JSON.stringify(results, null, 2)}\n`);

/** Nothing is so many times nothing. */
function ratioOf({ ours, theirs }: Measure): number | undefined {
  return theirs === undefined || theirs === 0 ? undefined : Number((ours / theirs).toFixed(3));
}

function show(value: number, unit: Measure["unit"]): string {
  if (unit === "ms") return `${value.toFixed(value < 10 ? 2 : 0)} ms`;
  if (unit === "frames") return String(value);
  return value === 0 ? "0 bytes" : `${(value / 1e6).toFixed(1)} MB`;
}
