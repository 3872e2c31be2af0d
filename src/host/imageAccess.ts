import type * as vscode from "vscode";
import { ProviderError } from "../agent/errors.ts";
import type { ImageMaker, ImageRequest, MadeImage } from "../agent/tools/imageMaker.ts";
import { environment } from "../contributions.ts";
import type { Log } from "./log.ts";
import { baseUrlOf, services } from "./providers.ts";

/** Makes images with OpenAI's models: the key and the address are read anew at each call. */
export class ImageAccess implements ImageMaker {
  readonly #secrets: vscode.SecretStorage;
  readonly #log: Log;

  constructor(secrets: vscode.SecretStorage, log: Log) {
    this.#secrets = secrets;
    this.#log = log;
  }

  async make(request: ImageRequest, signal: AbortSignal): Promise<MadeImage> {
    // A key in SecretStorage wins over the environment.
    const apiKey = (await this.#secrets.get(services.openai.secret)) || process.env[environment.openaiKey];
    if (!apiKey) {
      throw new ProviderError(
        "noKey",
        "Images are made by OpenAI, and there is no API key for it. The person sets one with “Silverpoint: Set API Key…” or OPENAI_API_KEY. Go on without the image.",
      );
    }
    this.#log.hide(apiKey);
    const { createImageMaker } = await import("../providers/openai/index.ts");
    const log = (line: string) => this.#log.info(line);
    return createImageMaker({ apiKey, baseUrl: baseUrlOf("openai"), log }).make(request, signal);
  }
}
