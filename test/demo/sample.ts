import { existsSync } from "node:fs";
import { cp, mkdir } from "node:fs/promises";
import { join, resolve } from "node:path";

export const sampleName = "Poster.silverpoint";

/** Puts the sample package into a workspace folder, unless one is there from an earlier time. */
export async function placeSample(workspace: string): Promise<void> {
  if (existsSync(join(workspace, sampleName))) return;
  await mkdir(workspace, { recursive: true });
  await cp(resolve("test/fixtures/packages", sampleName), join(workspace, sampleName), { recursive: true });
}
