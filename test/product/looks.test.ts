import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { screenshot } from "../support/host/browser.ts";
import { answer, failure, hold, text, thinking } from "../support/modelServer/index.ts";
import type { PanelDriver } from "../support/product/panelDriver.ts";
import { type ProductRun, startProductRun } from "../support/product/productRun.ts";

const themes = {
  dark: "Dark Modern",
  light: "Light Modern",
  "high-contrast": "Default High Contrast",
  "high-contrast-light": "Default High Contrast Light",
} as const;

const markdown = `Here is the plan for the **front page**:

1. Set the frame to 594 × 841 and its margins to 40.
2. Place the title at \`x 56, y 96\`.

| colour | value | for |
| --- | --- | --- |
| ink | \`#14213D\` | ground |
| lantern | \`#F4A259\` | what matters most |

\`\`\`json
{ "id": "title", "size": 96 }
\`\`\`

> Keep the moon where it is.

See [the guide](https://example.com/guide).`;

let run: ProductRun;
let panel: PanelDriver;

beforeAll(async () => {
  const document = await readFile("test/fixtures/packages/Poster.silverpoint/document.json", "utf8");
  run = await startProductRun({ files: { "Night Market.silverpoint/document.json": document } });
  const { modelServer, product } = run;
  panel = await product.openPackage("Night Market.silverpoint");
  modelServer.enqueue(answer(thinking("The title first."), text(markdown)));
  await panel.ask("Make the title larger, and tell me what else you would change on the front page.");
  modelServer.enqueue(failure(529, "overloaded_error", "Overloaded", { "retry-after": "120" }));
  await panel.send("And the moon?");
  await panel.frame.getByRole("article", { name: "Failure" }).waitFor();
  modelServer.enqueue(answer(text("The moon stays, ", "but warmer"), hold("middle")));
  await panel.composer.press("Enter");
  await modelServer.reached("middle");
  await panel.waitForText("but warmer");
  await panel.send("Then export both pages");
  await panel.queue.waitFor();
});

afterAll(() => run?.stop());

async function useTheme(theme: string): Promise<void> {
  await run.product.control.evaluate(async (vscode, name) => {
    await vscode.workspace.getConfiguration().update("workbench.colorTheme", name, vscode.ConfigurationTarget.Global);
  }, theme);
  const isShown = (name: string) => document.body.dataset.vscodeThemeId === name;
  await panel.frame.waitForFunction(isShown, theme);
}

describe.each(Object.entries(themes))("%s", (name, theme) => {
  it("has a picture, and axe finds nothing serious", async () => {
    await useTheme(theme);
    expect(await readFile(await screenshot(run.product.page, `product-${name}`))).not.toHaveLength(0);
    expect(await seriousFindings(panel)).toEqual([]);
  });
});

it("the policy refuses nothing but what is known to be without effect", async () => {
  const { policyReports } = run.product.workbench;
  const known = ["style-src-attr", "script-src-attr"];
  expect(policyReports.filter(({ directive }) => !known.includes(directive))).toEqual([]);
  // And such a refusal would have been seen.
  await panel.frame.evaluate(() => {
    const image = document.createElement("img");
    image.src = "https://example.com/leak.png";
    document.body.append(image);
  });
  await expect.poll(() => policyReports.map(({ directive }) => directive)).toContain("img-src");
});

/** What axe-core calls serious or critical: rule and place. */
async function seriousFindings({ frame }: PanelDriver): Promise<string[]> {
  const source = await readFile(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");
  await frame.evaluate(source);
  return frame.evaluate(async () => {
    const axe: typeof import("axe-core") = Reflect.get(window, "axe");
    const { violations } = await axe.run(document);
    return violations
      .filter(({ impact }) => impact === "serious" || impact === "critical")
      .flatMap(({ id, nodes }) => nodes.map((node) => `${id}: ${node.html.slice(0, 200)} ${node.failureSummary}`));
  });
}
