import { mkdtemp, readFile, realpath, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { startModelServer } from "../support/modelServer/index.ts";
import { startProduct } from "../support/product/product.ts";
import { isRequestPrefix, requestUnits } from "../support/requestPrefix.ts";
import { designerAnswer } from "./designer.ts";
import { placeSample, sampleName } from "./sample.ts";

/**
 * The main job without a person: open, send, save, close; then, in a new VS Code process with another time zone and
 * language, open, compare, send again. Prints what it saw; 0 when all of it is right.
 */
export async function checkDemo(): Promise<number> {
  const folder = await mkdtemp(join(await realpath(tmpdir()), "silverpoint-demo-"));
  const server = await startModelServer({ answer: designerAnswer });
  try {
    const workspace = join(folder, "workspace");
    await placeSample(workspace);
    const window = { workspace, folder, modelServer: server.url, apiKey: "demo-key" };

    say("First process: open, send, save, close.");
    const design = () => readFile(join(workspace, sampleName, "document.json"), "utf8");
    const drawn = await design();
    const first = await oneTurn(window, "Make the moon larger", { TZ: "America/Los_Angeles", LANG: "en_US.UTF-8" }, 0);
    const requestsBefore = server.requests.length;
    const redrawn = await design();
    say("Second process, in another time zone and language: open again, send again.");
    const second = await oneTurn(
      window,
      "Now another sky",
      { TZ: "Pacific/Auckland", LANG: "ja_JP.UTF-8" },
      first.length,
    );

    const bodies = server.requests.map((request) => request.body);
    const [before, after] = [bodies[requestsBefore - 1], bodies[requestsBefore]];
    if (before === undefined || after === undefined)
      throw new Error(`${bodies.length} requests came, ${requestsBefore} of them from the first process.`);
    const added = requestUnits(after).length - requestUnits(before).length;
    return report([
      [
        `the agent changed document.json, and ${(unchangedLines(drawn, redrawn) * 100).toFixed(1)} % of its lines are as they were`,
        redrawn.includes('"width": 376') && unchangedLines(drawn, redrawn) > 0.9,
      ],
      ["and looked at the picture of it", before.includes('"media_type":"image/png"')],
      [
        `the reopened panel shows the ${first.length} items of the closed one`,
        equal(second.slice(0, first.length), first),
      ],
      [
        "the second process's first request begins with the first process's last, byte for byte but for the cache marks",
        isRequestPrefix(before, after),
      ],
      [`and adds ${added} messages: the last answer and the new turn`, added === 2],
      [
        `the last message is the new turn: ${JSON.stringify(lastText(after))}`,
        lastText(after).endsWith("\n\nNow another sky"),
      ],
      [
        `every request kept the rules of the API (${server.violations.length} violations)`,
        server.violations.length === 0,
      ],
    ]);
  } finally {
    await server.close();
    await rm(folder, { recursive: true, force: true });
  }
}

/** As they are shown: the message, what the agent says first, its three calls under one line, and its answer. */
const itemsOfTurn = 4;

/** Runs one process with one turn in it; gives the texts of the panel's items before it closes. */
async function oneTurn(
  window: { workspace: string; folder: string; modelServer: string; apiKey: string },
  message: string,
  environment: Readonly<Record<string, string>>,
  expectedItems: number,
): Promise<readonly string[]> {
  const product = await startProduct({ ...window, environment });
  try {
    const panel = await product.openPackage(sampleName);
    const found = await panel.texts();
    say(`  opened ${sampleName}: ${found.length} items`);
    if (found.length !== expectedItems) throw new Error(`The panel shows ${found.length} items, not ${expectedItems}.`);
    await panel.send(message);
    await panel.waitForItems(expectedItems + itemsOfTurn);
    await panel.waitUntilIdle();
    const texts = await panel.texts();
    say(`  sent “${message}”: ${texts.length} items, the answer streamed in`);
    await product.save();
    await product.closeEditor();
    say("  saved and closed");
    return texts;
  } finally {
    await product.stop();
  }
}

function report(checks: readonly (readonly [string, boolean])[]): number {
  for (const [what, holds] of checks) say(`${holds ? "✓" : "✗"} ${what}`);
  const failed = checks.filter(([, holds]) => !holds).length;
  say(failed === 0 ? "The main job works." : `${failed} of ${checks.length} checks failed.`);
  return failed === 0 ? 0 : 1;
}

/** How much of a text's lines another one still has. */
function unchangedLines(before: string, after: string): number {
  const kept = new Set(after.split("\n"));
  const lines = before.split("\n");
  return lines.filter((line) => kept.has(line)).length / lines.length;
}

function lastText(body: string): string {
  return JSON.parse(body).messages.at(-1).content[0].text;
}

function equal(left: readonly string[], right: readonly string[]): boolean {
  return JSON.stringify(left) === JSON.stringify(right);
}

function say(line: string): void {
  console.log(line);
}
