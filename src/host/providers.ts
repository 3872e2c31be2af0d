import * as vscode from "vscode";
import type { Program } from "../cli/programs.ts";
import { environment, settingKeys } from "../contributions.ts";
import { findModelTraits } from "../models/catalog.ts";

/** Who can answer, as `silverpoint.agent.provider` names them. */
export const providerIds = [
  "anthropic",
  "openai",
  "openrouter",
  "openaiCompatible",
  "vscode",
  "claudeCode",
  "codex",
] as const;

export type ProviderId = (typeof providerIds)[number];

/** A provider that is reached at an address. */
export type ServiceId = Exclude<ProviderId, "vscode" | CliId>;

/** A provider that is a program of the person's own (CLI-1). */
export type CliId = Program["provider"];

export function isCli(provider: ProviderId): provider is CliId {
  return provider === "claudeCode" || provider === "codex";
}

/** Whether a provider is reached at an address of ours. */
export function isService(provider: ProviderId): provider is ServiceId {
  return provider !== "vscode" && !isCli(provider);
}

interface ServiceFacts {
  /** Its name; the compatible server has none of its own. */
  readonly label: string | undefined;
  /** Where its key is in SecretStorage, and in the environment. */
  readonly secret: string;
  readonly keyVariable?: string;
  readonly needsKey: boolean;
  readonly baseUrlSetting: string;
  readonly baseUrlVariable?: string;
  readonly baseUrl: string;
  /** The model of somebody who hasn't chosen one; undefined where nobody knows what there is. */
  readonly model: string | undefined;
}

export const services: Readonly<Record<ServiceId, ServiceFacts>> = {
  anthropic: {
    label: "Anthropic",
    secret: "silverpoint.anthropic.apiKey",
    keyVariable: environment.anthropicKey,
    needsKey: true,
    baseUrlSetting: settingKeys.anthropicBaseUrl,
    baseUrlVariable: environment.anthropicBaseUrl,
    baseUrl: "https://api.anthropic.com",
    model: "claude-opus-5-5",
  },
  openai: {
    label: "OpenAI",
    secret: "silverpoint.openai.apiKey",
    keyVariable: environment.openaiKey,
    needsKey: true,
    baseUrlSetting: settingKeys.openaiBaseUrl,
    baseUrlVariable: environment.openaiBaseUrl,
    baseUrl: "https://api.openai.com/v1",
    model: "gpt-6.2-sol",
  },
  openrouter: {
    label: "OpenRouter",
    secret: "silverpoint.openrouter.apiKey",
    keyVariable: environment.openrouterKey,
    needsKey: true,
    baseUrlSetting: settingKeys.openrouterBaseUrl,
    baseUrl: "https://openrouter.ai/api/v1",
    model: "anthropic/claude-opus-5.5",
  },
  openaiCompatible: {
    label: undefined,
    secret: "silverpoint.openaiCompatible.apiKey",
    needsKey: false,
    baseUrlSetting: settingKeys.openaiCompatibleBaseUrl,
    // Ollama's own.
    baseUrl: "http://127.0.0.1:11434/v1",
    model: undefined,
  },
};

export const serviceIds = Object.keys(services) as readonly ServiceId[];

/** A setting's text; undefined where nothing stands in it. */
export function textSetting(key: string): string | undefined {
  const value = vscode.workspace.getConfiguration().get<string>(key);
  return typeof value !== "string" || value.trim() === "" ? undefined : value.trim();
}

/** The chosen provider; what isn't one is Anthropic. */
export function chosenProvider(): ProviderId {
  const chosen = textSetting(settingKeys.provider);
  return providerIds.find((id) => id === chosen) ?? "anthropic";
}

/** Where a service is reached, without a slash at the end. */
export function baseUrlOf(id: ServiceId): string {
  const { baseUrlSetting, baseUrlVariable, baseUrl } = services[id];
  const inEnvironment = baseUrlVariable === undefined ? undefined : process.env[baseUrlVariable];
  return (textSetting(baseUrlSetting) ?? (inEnvironment?.trim() || baseUrl)).replace(/\/+$/, "");
}

/**
 * The model of a provider: the one that is chosen, where it can be this provider's; else what somebody gets who hasn't
 * chosen one, so that changing the provider alone is enough. Empty where nobody knows what there is, and where a CLI
 * chooses by itself.
 */
export function chosenModel(provider: ProviderId): string {
  const settings = vscode.workspace.getConfiguration();
  const own = settings.inspect<string>(settingKeys.model);
  const isChosen = [own?.globalValue, own?.workspaceValue, own?.workspaceFolderValue].some((value) => value?.trim());
  const chosen = isChosen ? textSetting(settingKeys.model) : undefined;
  if (chosen !== undefined && mayHave(provider, chosen)) return chosen;
  return isService(provider) ? (services[provider].model ?? "") : "";
}

function mayHave(provider: ProviderId, model: string): boolean {
  switch (provider) {
    case "anthropic":
      return findModelTraits("openai", model) === undefined;
    case "openai":
      return findModelTraits("anthropic", model) === undefined;
    case "openrouter":
    case "vscode":
      return model.includes("/");
    case "openaiCompatible":
      return true;
    case "claudeCode":
      return /^(claude|opus|sonnet|haiku)/.test(model);
    case "codex":
      return /^(gpt|codex|o\d)/.test(model);
  }
}
