import * as l10n from "@vscode/l10n";
import * as vscode from "vscode";
import type { Command, CommandContext } from "./context.ts";

interface Service extends vscode.QuickPickItem {
  readonly placeHolder: string;
  readonly store: (key: string) => Promise<void>;
}

/** Asks whose API key is meant, and for the key. */
export const setApiKey: Command = async (context) => {
  const options = { title: l10n.t("Whose API Key?"), ignoreFocusOut: true };
  const service = await vscode.window.showQuickPick(servicesOf(context), options);
  if (service !== undefined) await askForKey(service);
};

/** From a panel that can't send for want of a key, that key is meant. */
export const setMissingKey: Command = async (context, target) => {
  const isMissing = context.models.blocked?.action?.command === "setApiKey";
  const [first] = servicesOf(context);
  if (isMissing && first !== undefined) await askForKey(first);
  else await setApiKey(context, target);
};

/** Keeps a key in VS Code's SecretStorage. An empty answer takes the stored key out again. */
async function askForKey(service: Service): Promise<void> {
  const key = await vscode.window.showInputBox({
    title: l10n.t("{0} API Key", service.label),
    prompt: l10n.t(
      "Kept in VS Code's secret storage, never in a document or a setting. Leave it empty to remove the stored key.",
    ),
    placeHolder: service.placeHolder,
    password: true,
    ignoreFocusOut: true,
    validateInput: (value) => (/\s/.test(value.trim()) ? l10n.t("A key has no spaces in it.") : undefined),
  });
  if (key !== undefined) await service.store(key.trim());
}

/** The model's first. */
function servicesOf({ models, images }: CommandContext): Service[] {
  return [
    {
      label: "Anthropic",
      detail: l10n.t("For the models that the agent runs on."),
      placeHolder: "sk-ant-…",
      store: (key) => models.storeKey(key),
    },
    {
      label: "OpenAI",
      detail: l10n.t("For the images that the agent makes."),
      placeHolder: "sk-…",
      store: (key) => images.storeKey(key),
    },
  ];
}
