/** A process of its own that opens a package in one way and says how many bytes it holds more than before, images apart. */
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { PackageFolder } from "../../src/folder/packageFolder.ts";
import { NodeFileStore } from "../support/nodeFileStore.ts";

export type Held = "parsed" | "opened" | "saved";

const [what = "", folder = ""] = process.argv.slice(2);
const before = await bytesHeld();
const { held, imageBytes } = await hold();
process.stdout.write(String((await bytesHeld()) - before - imageBytes));
// Still in use here, so that it was there when it was counted.
if (held.length === 0) throw new Error("Nothing was held.");

async function hold(): Promise<{ held: unknown[]; imageBytes: number }> {
  if (what === "parsed") {
    const value: unknown = JSON.parse(await readFile(join(folder, "agent/conversation.json"), "utf8"));
    return { held: [value], imageBytes: 0 };
  }
  const agent = new PackageFolder(new NodeFileStore(folder));
  const outcome = await agent.open();
  if (outcome.kind !== "conversation") throw new Error(outcome.kind);
  let { conversation } = outcome;
  if (what === "saved") {
    conversation = { ...conversation, items: [...conversation.items, { id: "x", type: "user", text: "more" }] };
    await agent.save(conversation, outcome.images);
  }
  const imageBytes = [...outcome.images.values()].reduce((sum, bytes) => sum + bytes.length, 0);
  return { held: [agent, conversation, outcome.images], imageBytes };
}

async function bytesHeld(): Promise<number> {
  for (let time = 0; time < 4; time += 1) {
    globalThis.gc?.();
    await new Promise((resolve) => setImmediate(resolve));
  }
  const { heapUsed, arrayBuffers } = process.memoryUsage();
  return heapUsed + arrayBuffers;
}
