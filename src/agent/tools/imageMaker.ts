import type { Cost } from "../../archive/types.ts";

/** What an image should show, and how. */
export interface ImageRequest {
  readonly prompt: string;
  readonly size: "1024x1024" | "1536x1024" | "1024x1536";
  readonly quality: "low" | "medium" | "high";
}

export interface MadeImage {
  readonly bytes: Uint8Array;
  readonly cost: Cost;
}

/** A service that makes images. Throws a {@link ProviderError} that says what to do; never retries. */
export interface ImageMaker {
  make(request: ImageRequest, signal: AbortSignal): Promise<MadeImage>;
}
