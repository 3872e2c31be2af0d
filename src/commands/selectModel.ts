import * as l10n from "@vscode/l10n";
import * as vscode from "vscode";
import { settingKeys } from "../contributions.ts";
import type { ModelAccess } from "../host/modelAccess.ts";
import type { ProviderId } from "../host/providers.ts";
import type { Command } from "./context.ts";
import { type ModelChoice, modelChoices, providerChoices } from "./modelChoices.ts";

/** Chooses the provider and the model of the next turn; a conversation goes on unchanged on another one (PRV-1). */
export const selectModel: Command = async ({ models }) => {
  const choice = await pickModel(models);
  if (choice === undefined) return;
  const settings = vscode.workspace.getConfiguration();
  if (choice.provider !== models.provider) {
    await settings.update(settingKeys.provider, choice.provider, vscode.ConfigurationTarget.Global);
  }
  await settings.update(settingKeys.model, choice.id, vscode.ConfigurationTarget.Global);
};

/** The chosen provider's models; the last entry leads to the other providers. */
async function pickModel(models: ModelAccess): Promise<ModelChoice | undefined> {
  const asked = models.provider;
  const choice = await pick(models, asked);
  if (choice !== "others") return choice;
  const other = await pickProvider(asked);
  if (other === undefined) return undefined;
  const chosen = await pick(models, other);
  return chosen === "others" ? undefined : chosen;
}

async function pickProvider(asked: ProviderId): Promise<ProviderId | undefined> {
  const choices = providerChoices().filter(({ provider }) => provider !== asked);
  const chosen = await vscode.window.showQuickPick(choices, { title: l10n.t("Provider for the next message") });
  return chosen?.provider;
}

/** Opens on the current model, so that Enter alone changes nothing. What the provider lists itself comes a little later. */
function pick(models: ModelAccess, provider: ProviderId): Promise<ModelChoice | "others" | undefined> {
  const quickPick = vscode.window.createQuickPick<ModelChoice | Others>();
  const others: Others = { label: l10n.t("Another Provider…"), others: true };
  let isOpen = true;
  const show = (choices: readonly ModelChoice[]): void => {
    if (!isOpen) return;
    const active = quickPick.activeItems[0];
    quickPick.items = provider === models.provider ? [...choices, others] : choices;
    const wanted = isModel(active) ? active.id : models.model;
    quickPick.activeItems = choices.filter((choice) => choice.id === wanted);
  };
  quickPick.title = l10n.t("Model for the next message");
  quickPick.matchOnDetail = true;
  const listed = modelChoices(models, provider, show);
  quickPick.busy = true;
  const rest = (): void => {
    if (isOpen) quickPick.busy = false;
  };
  void listed.then(rest, rest);
  return new Promise((resolve) => {
    quickPick.onDidAccept(() => {
      const chosen = quickPick.activeItems[0];
      resolve(isModel(chosen) ? chosen : chosen === undefined ? undefined : "others");
      quickPick.hide();
    });
    quickPick.onDidHide(() => {
      isOpen = false;
      resolve(undefined);
      quickPick.dispose();
    });
    quickPick.show();
  });
}

interface Others extends vscode.QuickPickItem {
  readonly others: true;
}

function isModel(item: ModelChoice | Others | undefined): item is ModelChoice {
  return item !== undefined && "id" in item;
}
