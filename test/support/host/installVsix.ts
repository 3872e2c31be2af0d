import { mkdir, mkdtemp, realpath, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { hostEnvironment } from "./hostEnvironment.ts";
import { installVscode } from "./install.ts";
import { runCommandLine } from "./runCommandLine.ts";

/** Installs a .vsix file into an extensions folder, as a person's VS Code would. */
export async function installVsix(vsix: string, extensionsDir: string): Promise<void> {
  const { node, folder } = await installVscode();
  const data = await mkdtemp(join(await realpath(tmpdir()), "silverpoint-vsix-"));
  await mkdir(extensionsDir, { recursive: true });
  try {
    const folders = [
      "--user-data-dir",
      data,
      "--server-data-dir",
      join(data, "server"),
      "--extensions-dir",
      extensionsDir,
    ];
    const args = ["out/server-main.js", ...folders, "--accept-server-license-terms", "--install-extension", vsix];
    await runCommandLine(node, args, { cwd: folder, environment: hostEnvironment(data, {}) });
  } finally {
    await rm(data, { recursive: true, force: true, maxRetries: 5 });
  }
}
