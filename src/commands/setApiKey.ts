import * as vscode from "vscode";
import type { Command } from "./context.ts";

/** Keeps an API key in VS Code's SecretStorage. An empty answer takes the stored key out again. */
export const setApiKey: Command = async ({ models }) => {
  const key = await vscode.window.showInputBox({
    title: "Anthropic API Key",
    prompt:
      "Kept in VS Code's secret storage, never in a document or a setting. Leave it empty to remove the stored key.",
    placeHolder: "sk-ant-…",
    password: true,
    ignoreFocusOut: true,
    validateInput: (value) => (/\s/.test(value.trim()) ? "A key has no spaces in it." : undefined),
  });
  if (key !== undefined) await models.storeKey(key.trim());
};
