import { mkdir, mkdtemp, realpath, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { copyFolder } from "../../../src/folder/copyFolder.ts";
import { MemoryFileStore } from "../../support/memoryFileStore.ts";
import { NodeFileStore } from "../../support/nodeFileStore.ts";

describe("copying a folder of a package", () => {
  let root: string;
  beforeEach(async () => {
    root = await mkdtemp(join(await realpath(tmpdir()), "silverpoint-copy-"));
    await mkdir(join(root, "outside"));
    await writeFile(join(root, "outside", "secret"), "secret");
    await mkdir(join(root, "package", "mine", "deep"), { recursive: true });
    await writeFile(join(root, "package", "mine", "deep", "file"), "mine");
    await symlink(join(root, "outside"), join(root, "package", "agent"));
    await symlink(join(root, "outside"), join(root, "package", "mine", "link"));
  });
  afterEach(() => rm(root, { recursive: true, force: true }));

  it("IMG-4: what a link leads to is never copied, neither the folder itself nor one within it", async () => {
    const store = new NodeFileStore(join(root, "package"));
    const target = new MemoryFileStore();
    const copy = (path: string) => copyFolder({ store, path }, { store: target, path: `${path}-copy` });
    await expect(copy("agent")).rejects.toThrow("links are not followed");
    await copy("mine");
    expect([...target.files.keys()]).toEqual(["mine-copy/deep/file"]);
  });
});
