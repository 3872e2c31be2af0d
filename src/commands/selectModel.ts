import * as vscode from "vscode";
import { settingKeys } from "../contributions.ts";
import { currentModels } from "../models/catalog.ts";
import type { Command } from "./context.ts";

/** Chooses the model of the next turn; a conversation goes on unchanged on another one (PRV-1). */
export const selectModel: Command = async ({ models }) => {
  const choices = currentModels(models.provider, new Date()).map((row) => ({
    id: row.id,
    label: row.label,
    description: row.id === models.model ? "current" : "",
    detail: `${row.context.toLocaleString("en")} tokens of context · $${row.prices.input} in, $${row.prices.output} out per million tokens`,
  }));
  const choice = await vscode.window.showQuickPick(choices, {
    title: "Model for the next message",
    matchOnDetail: true,
  });
  if (choice === undefined) return;
  await vscode.workspace.getConfiguration().update(settingKeys.model, choice.id, vscode.ConfigurationTarget.Global);
};
