import { describe, expect, it } from "vitest";
import { ProviderError } from "../../../../src/agent/errors.ts";
import type { ImageMaker } from "../../../../src/agent/tools/imageMaker.ts";
import { image, toolsOver } from "./toolCalls.ts";

const asset = `${"b".repeat(64)}.png`;
const bytes = Uint8Array.of(1, 2, 3);
const cost = { kind: "estimated", dollars: 0.042 } as const;

function over(make: ImageMaker["make"], added: object = { asset, width: 1024, height: 1024, image }) {
  const given: Uint8Array[] = [];
  const addImage = async (each: Uint8Array) => {
    given.push(each);
    return added as { asset: string; width: number; height: number };
  };
  return { ...toolsOver({ images: { make }, design: { addImage } }), given };
}

describe("generate_image", () => {
  it("FMT-10, TRN-3: the image becomes an asset, the model sees it, and its cost is told", async () => {
    const asked: unknown[] = [];
    const { run, given } = over(async (request) => {
      asked.push(request);
      return { bytes, cost };
    });
    expect(await run("generate_image", { prompt: "A meadow", size: "landscape" })).toEqual({
      content: expect.stringContaining(asset),
      isError: false,
      statusText: "1024 × 1024",
      summary: asset,
      images: [image],
      cost,
    });
    expect(asked).toEqual([{ prompt: "A meadow", size: "1536x1024", quality: "medium" }]);
    expect(given).toEqual([bytes]);
  });

  it("an image that can't be shown to the model is an asset all the same", async () => {
    const fault = "The image can't be sent: it stays larger than 3.75 MiB.";
    const { run } = over(async () => ({ bytes, cost }), { asset, width: 9, height: 9, fault });
    const outcome = await run("generate_image", { prompt: "A meadow" });
    expect(outcome).toMatchObject({ isError: false, content: expect.stringContaining(fault), cost });
    expect(outcome).not.toHaveProperty("images");
  });

  it("FMT-10: what was made and can't be added has cost something; a refused request hasn't, a cut one may have", async () => {
    const unusable = toolsOver({ images: { make: async () => ({ bytes, cost }) } });
    expect(await unusable.run("generate_image", { prompt: "A" })).toMatchObject({ isError: true, cost });
    const failing = (code: "noKey" | "cutOff") =>
      over(() => Promise.reject(new ProviderError(code, "Set a key."))).run("generate_image", { prompt: "A" });
    expect(await failing("noKey")).toEqual({
      content: "No image was made. Set a key.",
      isError: true,
      statusText: "Not made",
    });
    expect(await failing("cutOff")).toMatchObject({ isError: true, cost: { kind: "unknown", atLeast: true } });
  });

  it("TRN-6: a stopped call ends with the stop, not with a result", async () => {
    const stop = new AbortController();
    const { run } = over(async () => {
      stop.abort(new Error("stopped"));
      throw new Error("aborted");
    });
    await expect(run("generate_image", { prompt: "A" }, { signal: stop.signal })).rejects.toThrow("stopped");
  });
});
