import type { Product } from "./product.ts";

/** Closes every tab without a question, what isn't saved is dropped, and takes all notifications away. */
export async function tidyWorkbench({ control }: Product): Promise<void> {
  await control.evaluate(async (vscode) => {
    for (const group of vscode.window.tabGroups.all) {
      for (const _ of group.tabs) await vscode.commands.executeCommand("workbench.action.revertAndCloseActiveEditor");
    }
    await vscode.commands.executeCommand("notifications.clearAll");
  });
}
