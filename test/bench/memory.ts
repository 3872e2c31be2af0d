import { execFile } from "node:child_process";
import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import type { BigConversation } from "./bigConversation.ts";
import type { Measure } from "./measure.ts";
import type { Held } from "./memoryProcess.ts";
import { packageFiles } from "./open.ts";

/** What a process holds with the package open, without its images, against the parsed JSON alone. */
export async function measureMemory(big: BigConversation): Promise<Measure[]> {
  const folder = await mkdtemp(join(tmpdir(), "silverpoint-bench-"));
  try {
    const files = await packageFiles(big);
    for (const [path, bytes] of files) {
      await mkdir(dirname(join(folder, path)), { recursive: true });
      await writeFile(join(folder, path), bytes);
    }
    const parsed = await heldBy("parsed", folder);
    const opened = await heldBy("opened", folder);
    const saved = await heldBy("saved", folder);
    const than = "the parsed JSON";
    return [
      { name: "memory after opening, images apart", unit: "bytes", ours: opened, than, theirs: parsed },
      { name: "memory after opening and saving, images apart", unit: "bytes", ours: saved, than, theirs: parsed },
    ];
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

async function heldBy(what: Held, folder: string): Promise<number> {
  const program = fileURLToPath(new URL("memoryProcess.mjs", import.meta.url));
  const { stdout } = await promisify(execFile)(process.execPath, ["--expose-gc", program, what, folder]);
  return Number(stdout);
}
