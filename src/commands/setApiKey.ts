import * as l10n from "@vscode/l10n";
import * as vscode from "vscode";
import type { ProviderId, ServiceId } from "../host/providers.ts";
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

/** The chosen provider's first. VS Code's own models want no key of ours. */
function servicesOf({ models }: CommandContext): Service[] {
  const all: (Omit<Service, "store"> & { readonly id: ServiceId })[] = [
    {
      id: "anthropic",
      label: "Anthropic",
      detail: l10n.t("For the models that the agent runs on."),
      placeHolder: "sk-ant-…",
    },
    {
      id: "openai",
      label: "OpenAI",
      detail: l10n.t("For the models that the agent runs on, and for the images that it makes."),
      placeHolder: "sk-…",
    },
    {
      id: "openrouter",
      label: "OpenRouter",
      detail: l10n.t("For the models that the agent runs on."),
      placeHolder: "sk-or-…",
    },
    {
      id: "openaiCompatible",
      label: l10n.t("Compatible Server"),
      detail: l10n.t("For a server of your own, where it wants a key."),
      placeHolder: "",
    },
  ];
  const chosenFirst = all.toSorted((one, other) => rank(one.id, models.provider) - rank(other.id, models.provider));
  return chosenFirst.map((service) => ({ ...service, store: (key) => models.storeKey(service.id, key) }));
}

function rank(id: ServiceId, chosen: ProviderId): number {
  return id === chosen ? 0 : 1;
}
