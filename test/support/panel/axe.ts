import { readFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import type { PanelPage } from "./panelPage.ts";

function readAxe(): Promise<string> {
  return readFile(fileURLToPath(import.meta.resolve("axe-core/axe.min.js")), "utf8");
}

/** Serious and critical findings, each as its rule and the elements it names. */
export async function findings(panel: PanelPage): Promise<string[]> {
  await panel.page.evaluate(await readAxe());
  return panel.page.evaluate(async () => {
    const tool: unknown = Reflect.get(window, "axe");
    if (typeof tool !== "object" || tool === null || !("run" in tool) || typeof tool.run !== "function")
      return ["no axe"];
    const result: { violations: { id: string; impact: string; nodes: { html: string; failureSummary: string }[] }[] } =
      await tool.run(document);
    return result.violations
      .filter(({ impact }) => impact === "serious" || impact === "critical")
      .flatMap(({ id, nodes }) => nodes.map((node) => `${id}: ${node.html} ${node.failureSummary}`));
  });
}
