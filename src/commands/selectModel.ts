import * as l10n from "@vscode/l10n";
import * as vscode from "vscode";
import { settingKeys } from "../contributions.ts";
import { withCommas } from "../editor/figures.ts";
import { type CatalogRow, currentModels } from "../models/catalog.ts";
import type { Command } from "./context.ts";

interface ModelChoice extends vscode.QuickPickItem {
  readonly id: string;
}

/** Chooses the model of the next turn; a conversation goes on unchanged on another one (PRV-1). */
export const selectModel: Command = async ({ models }) => {
  const choices = currentModels(models.provider, new Date()).map((row) => choiceOf(row, models.model));
  const id = await pick(choices, models.model);
  if (id === undefined) return;
  await vscode.workspace.getConfiguration().update(settingKeys.model, id, vscode.ConfigurationTarget.Global);
};

function choiceOf(row: CatalogRow, current: string): ModelChoice {
  return {
    id: row.id,
    label: row.label,
    description: row.id === current ? l10n.t("current") : "",
    detail: l10n.t(
      "{0} tokens of context · {1} in, {2} out per million tokens",
      withCommas(row.context),
      `$${row.prices.input}`,
      `$${row.prices.output}`,
    ),
  };
}

/** Opens on the current model, so that Enter alone changes nothing. */
function pick(choices: readonly ModelChoice[], current: string): Promise<string | undefined> {
  const quickPick = vscode.window.createQuickPick<ModelChoice>();
  quickPick.title = l10n.t("Model for the next message");
  quickPick.matchOnDetail = true;
  quickPick.items = choices;
  quickPick.activeItems = choices.filter((choice) => choice.id === current);
  return new Promise((resolve) => {
    quickPick.onDidAccept(() => {
      resolve(quickPick.activeItems[0]?.id);
      quickPick.hide();
    });
    quickPick.onDidHide(() => {
      resolve(undefined);
      quickPick.dispose();
    });
    quickPick.show();
  });
}
