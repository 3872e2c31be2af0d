import type { ListedModel } from "../models/listedModel.ts";
import {
  readAnthropicModels,
  readCompatibleModels,
  readLmStudioModels,
  readOllamaTags,
  readOpenAIModels,
  readOpenRouterModels,
  withOllamaDetails,
} from "../providers/modelLists.ts";
import { shownAddress } from "../providers/shownAddress.ts";
import type { Log } from "./log.ts";
import type { ServiceId } from "./providers.ts";

/** How long a list may take, in milliseconds: nobody waits for one longer. */
const patience = 5_000;

/** How a service is asked. */
export interface ListAccess {
  readonly id: ServiceId;
  readonly baseUrl: string;
  readonly apiKey: string | undefined;
}

/** The models that services list themselves, asked once each for an address and a key, and again after a failure. */
export class ModelLists {
  readonly #log: Log;
  readonly #lists = new Map<string, Promise<readonly ListedModel[]>>();
  readonly #known = new Map<string, readonly ListedModel[]>();

  constructor(log: Log) {
    this.#log = log;
  }

  /** What the service has listed already. */
  known(access: ListAccess): readonly ListedModel[] {
    return this.#known.get(nameOf(access)) ?? [];
  }

  /** What the service lists; nothing where it can't be asked. */
  async list(access: ListAccess): Promise<readonly ListedModel[]> {
    const name = nameOf(access);
    const known = this.#lists.get(name) ?? askFor(access);
    this.#lists.set(name, known);
    try {
      const models = await known;
      this.#known.set(name, models);
      return models;
    } catch (error) {
      this.#lists.delete(name);
      const reason = error instanceof Error ? error.message : String(error);
      this.#log.info(`${access.id}: no list of models from ${shownAddress(access.baseUrl)}: ${reason}`);
      return [];
    }
  }
}

function nameOf({ id, baseUrl, apiKey }: ListAccess): string {
  return JSON.stringify([id, baseUrl, apiKey]);
}

async function askFor(access: ListAccess): Promise<readonly ListedModel[]> {
  switch (access.id) {
    case "anthropic":
      return readAnthropicModels(await get(access, `${access.baseUrl}/v1/models?limit=100`));
    case "openai":
      return readOpenAIModels(await get(access, `${access.baseUrl}/models`));
    case "openrouter":
      return readOpenRouterModels(await get(access, `${access.baseUrl}/models`));
    case "openaiCompatible":
      return askCompatible(access);
  }
}

/** Ollama and LM Studio say more in lists of their own, beside `/v1`. */
async function askCompatible(access: ListAccess): Promise<readonly ListedModel[]> {
  const root = access.baseUrl.replace(/\/v1$/, "");
  const tags = readOllamaTags(await getIfThere(access, `${root}/api/tags`));
  if (tags.length > 0) {
    return Promise.all(
      tags.map(async (model) =>
        withOllamaDetails(model, await getIfThere(access, `${root}/api/show`, { model: model.id })),
      ),
    );
  }
  const local = readLmStudioModels(await getIfThere(access, `${root}/api/v0/models`));
  return local.length > 0 ? local : readCompatibleModels(await get(access, `${access.baseUrl}/models`));
}

async function getIfThere(access: ListAccess, url: string, body?: object): Promise<unknown> {
  try {
    return await get(access, url, body);
  } catch {
    return undefined;
  }
}

async function get({ id, apiKey }: ListAccess, url: string, body?: object): Promise<unknown> {
  const response = await globalThis.fetch(url, {
    ...(body === undefined ? {} : { method: "POST", body: JSON.stringify(body) }),
    headers: {
      ...(apiKey === undefined ? {} : { authorization: `Bearer ${apiKey}` }),
      ...(id === "anthropic" ? { "anthropic-version": "2026-10-21" } : {}),
    },
    redirect: "manual",
    signal: AbortSignal.timeout(patience),
  });
  if (!response.ok) throw new Error(`status ${response.status}`);
  return response.json();
}
