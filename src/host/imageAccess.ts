import * as vscode from "vscode";
import { ProviderError } from "../agent/errors.ts";
import type { ImageMaker, ImageRequest, MadeImage } from "../agent/tools/imageMaker.ts";
import { environment, settingKeys } from "../contributions.ts";
import type { Log } from "./log.ts";

const secretName = "silverpoint.openai.apiKey";
const defaultBaseUrl = "https://api.openai.com/v1";

/** Makes images with OpenAI's models: the key and the address are read anew at each call. */
export class ImageAccess implements ImageMaker {
  readonly #secrets: vscode.SecretStorage;
  readonly #log: Log;

  constructor(secrets: vscode.SecretStorage, log: Log) {
    this.#secrets = secrets;
    this.#log = log;
  }

  /** Keeps the key in SecretStorage; an empty one takes it out again. */
  async storeKey(key: string): Promise<void> {
    if (key === "") await this.#secrets.delete(secretName);
    else await this.#secrets.store(secretName, key);
  }

  async make(request: ImageRequest, signal: AbortSignal): Promise<MadeImage> {
    // A key in SecretStorage wins over the environment.
    const apiKey = (await this.#secrets.get(secretName)) || process.env[environment.openaiKey];
    if (!apiKey) {
      throw new ProviderError(
        "noKey",
        "Images are made by OpenAI, and there is no API key for it. The person sets one with “Silverpoint: Set API Key…” or OPENAI_API_KEY. Go on without the image.",
      );
    }
    this.#log.hide(apiKey);
    const { createImageMaker } = await import("../providers/openai/index.ts");
    const log = (line: string) => this.#log.info(line);
    return createImageMaker({ apiKey, baseUrl: baseUrl(), log }).make(request, signal);
  }
}

function baseUrl(): string {
  const set = vscode.workspace.getConfiguration().get<string>(settingKeys.openaiBaseUrl)?.trim();
  return (set || process.env[environment.openaiBaseUrl]?.trim() || defaultBaseUrl).replace(/\/+$/, "");
}
