import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { placeOnce } from "../../../support/host/placeOnce.ts";

describe("placeOnce", () => {
  let cache: string;
  let target: string;
  const write = (text: string) => (folder: string) => writeFile(join(folder, "needed"), text);
  const content = () => readFile(join(target, "needed"), "utf8");

  beforeEach(async () => {
    cache = await mkdtemp(join(tmpdir(), "silverpoint-place-"));
    target = join(cache, "thing@1");
  });
  afterEach(() => rm(cache, { recursive: true, force: true }));

  it("fills a folder once", async () => {
    await placeOnce(target, ["needed"], write("first"));
    await placeOnce(target, ["needed"], write("second"));
    expect(await content()).toBe("first");
    expect(await readdir(cache)).toEqual(["thing@1"]);
  });

  it("leaves nothing when filling fails or brings too little", async () => {
    await expect(placeOnce(target, ["needed"], () => Promise.reject(new Error("no network")))).rejects.toThrow(
      "no network",
    );
    await expect(placeOnce(target, ["needed", "bin/more"], write("half"))).rejects.toThrow("bin/more");
    expect(await readdir(cache)).toEqual([]);
  });

  it("takes what another run placed meanwhile", async () => {
    const another = () => placeOnce(target, ["needed"], write("another"));
    await placeOnce(target, ["needed"], async (folder) => {
      await another();
      await write("late")(folder);
    });
    expect(await content()).toBe("another");
    expect(await readdir(cache)).toEqual(["thing@1"]);
  });

  it("replaces a folder that has lost files", async () => {
    await mkdir(target);
    await writeFile(join(target, "rest"), "");
    await placeOnce(target, ["needed"], write("whole"));
    expect(await readdir(target)).toEqual(["needed"]);
    expect(await readdir(cache)).toEqual(["thing@1"]);
  });

  it("removes what killed runs left, and not what living ones fill", async () => {
    const dead = 2 ** 30;
    await mkdir(`${target}.part-${dead}-12345678`);
    await mkdir(`${target}.part-${process.pid}-12345678`);
    await placeOnce(target, ["needed"], write("whole"));
    expect(await readdir(cache)).toEqual(["thing@1", `thing@1.part-${process.pid}-12345678`]);
  });
});
