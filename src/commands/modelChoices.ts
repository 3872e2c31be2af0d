import * as l10n from "@vscode/l10n";
import type * as vscode from "vscode";
import { withCommas } from "../editor/figures.ts";
import { programs } from "../host/cliAccess.ts";
import { listLanguageModels } from "../host/languageModel.ts";
import type { ModelAccess } from "../host/modelAccess.ts";
import { type CliId, isCli, type ProviderId, providerIds } from "../host/providers.ts";
import { currentModels } from "../models/catalog.ts";
import type { ListedModel } from "../models/listedModel.ts";

/** A model as it is offered. */
export interface ModelChoice extends vscode.QuickPickItem {
  readonly provider: ProviderId;
  readonly id: string;
}

/** Every provider, by name. */
export function providerChoices(): readonly (vscode.QuickPickItem & { readonly provider: ProviderId })[] {
  return providerIds.map((provider) => ({ provider, label: providerLabel(provider) }));
}

/**
 * Shows the models of a provider: at once those of the bundled table, then with those that the provider lists itself. What
 * the table knows is said in the table's words; of what can't be asked, the table is all.
 */
export async function modelChoices(
  models: ModelAccess,
  provider: ProviderId,
  show: (choices: readonly ModelChoice[]) => void,
): Promise<void> {
  const known = isCli(provider) ? cliModels(provider) : currentModels(provider, new Date());
  const choiceOf = (model: ListedModel): ModelChoice => ({
    provider,
    id: model.id,
    label: model.label,
    description: provider === models.provider && model.id === models.model ? l10n.t("current") : "",
    detail: detailOf(model),
  });
  show(known.map(choiceOf));
  const listed = await listedBy(models, provider);
  const more = listed.filter(({ id }) => !known.some((row) => row.id === id || id.startsWith(`${row.id}-20`)));
  if (more.length > 0) show([...known, ...more].map(choiceOf));
}

function listedBy(models: ModelAccess, provider: ProviderId): PromiseLike<readonly ListedModel[]> {
  if (provider === "vscode") return listLanguageModels();
  if (isCli(provider)) return Promise.resolve([]);
  return models.canList(provider) ? models.listed(provider) : Promise.resolve([]);
}

function providerLabel(provider: ProviderId): string {
  switch (provider) {
    case "anthropic":
      return "Anthropic";
    case "openai":
      return "OpenAI";
    case "openrouter":
      return "OpenRouter";
    case "openaiCompatible":
      return l10n.t("Compatible Server");
    case "vscode":
      return l10n.t("Models of VS Code");
    case "claudeCode":
    case "codex":
      return programs[provider].title;
  }
}

/** First the CLI's own choice, then its maker's models: what a plan makes of their limits and prices isn't said. */
function cliModels(provider: CliId): readonly ListedModel[] {
  const makers = currentModels(provider === "claudeCode" ? "anthropic" : "openai", new Date());
  const own = { id: "", label: l10n.t("Default of {0}", programs[provider].title) };
  return [own, ...makers.map(({ id, label }) => ({ id, label }))];
}

function detailOf({ id, context, prices }: ListedModel): string {
  if (context === undefined) return id;
  const tokens = withCommas(context);
  if (prices === undefined) return l10n.t("{0} tokens of context", tokens);
  return l10n.t(
    "{0} tokens of context · {1} in, {2} out per million tokens",
    tokens,
    `$${prices.input}`,
    `$${prices.output}`,
  );
}
