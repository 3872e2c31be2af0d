import type { Cost } from "../archive/types.ts";
import { readDecimal, writeDollars } from "./dollars.ts";

/** Tokens of one call that made images: of text and images that went in, and of the images that came out. */
export interface ImageUsage {
  readonly textInput: number;
  readonly imageInput: number;
  readonly output: number;
}

/** A model that makes images; US dollars per million tokens. */
interface ImageRow {
  readonly provider: string;
  readonly id: string;
  readonly prices: ImageUsage;
  readonly source: string;
  readonly checked: string;
}

/** The model that `generate_image` uses. */
export const imageModel = "gpt-image-2";

const images: readonly ImageRow[] = [
  {
    provider: "openai",
    id: imageModel,
    prices: { textInput: 5, imageInput: 8, output: 30 },
    source: "@pydantic/genai-prices 0.1.8",
    checked: "2026-11-30",
  },
];

/** What making an image cost (FMT-10), from the table; `unknown` where the call's tokens or the model's price aren't known. */
export function imageCostOf(provider: string, model: string, usage: ImageUsage | undefined): Cost {
  const row = images.find((each) => each.provider === provider && each.id === model);
  if (row === undefined || usage === undefined) return { kind: "unknown" };
  const { prices } = row;
  const parts = (["textInput", "imageInput", "output"] as const).map(
    (kind) => BigInt(Math.trunc(usage[kind])) * readDecimal(prices[kind], 6),
  );
  return { kind: "estimated", dollars: writeDollars(parts.reduce((sum, part) => sum + part, 0n)) };
}
