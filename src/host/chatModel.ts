import type { ChatModel } from "../agent/ports.ts";
import { findModelTraits } from "../models/catalog.ts";
import type { Effort } from "../models/effort.ts";
import { answerLimit, type ListedModel } from "../models/listedModel.ts";
import { createLanguageModel } from "./languageModel.ts";
import type { Log } from "./log.ts";
import { baseUrlOf, type CliId, type ProviderId } from "./providers.ts";

/** What a chat model is opened with. */
export interface ModelChoice {
  readonly provider: Exclude<ProviderId, CliId>;
  readonly model: string;
  /** Empty where there is none. */
  readonly apiKey: string;
  /** What the provider says of the model itself. */
  readonly listed: ListedModel | undefined;
  readonly effort: Effort | undefined;
  readonly log: Log;
}

/** The model behind the provider that is chosen (PRV-3). What speaks to it is loaded when it is needed first. */
export async function openChatModel(choice: ModelChoice): Promise<ChatModel> {
  const { provider, model, listed, log } = choice;
  if (provider === "vscode") return createLanguageModel(log);
  const common = {
    apiKey: choice.apiKey,
    baseUrl: baseUrlOf(provider),
    log: (line: string) => log.info(line),
    ...(choice.effort === undefined ? {} : { effort: choice.effort }),
  };
  if (provider === "anthropic") {
    const { createAnthropicModel } = await import("../providers/anthropic/index.ts");
    return createAnthropicModel(common);
  }
  const { createChatModel, createResponsesModel } = await import("../providers/openai/index.ts");
  const limits = listed ?? findModelTraits(provider, model) ?? {};
  const options = {
    ...common,
    maxTokens: answerLimit(limits),
    // A server that doesn't say is believed to have eyes: it refuses an image in words that can be read.
    takesImages: listed?.takesImages ?? true,
  };
  return provider === "openai"
    ? createResponsesModel(options)
    : createChatModel({ ...options, provider, cacheTtl: "5m" });
}
