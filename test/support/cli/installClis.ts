import { existsSync } from "node:fs";
import { join } from "node:path";
import { cacheFolder } from "../host/cacheFolder.ts";
import { type Announce, announceOnConsole } from "../host/install.ts";
import { npmInstall } from "../host/npmInstall.ts";
import { placeOnce } from "../host/placeOnce.ts";
import { runCommandLine } from "../host/runCommandLine.ts";

/** The versions that the tests drive. */
const claudeCodePackage = "@anthropic-ai/claude-code@2.1.332";
const codexPackage = "@openai/codex@0.171.0";

/** Makes sure that the real Claude Code is in the cache; gives what starts it. */
export async function installClaudeCode(announce: Announce = announceOnConsole): Promise<string> {
  const folder = folderOf(claudeCodePackage);
  const start = join("node_modules", ".bin", "claude");
  await placeOnce(folder, [start], async (part) => {
    announce(`Installing Claude Code from npm (${claudeCodePackage}) into ${folder}, about 250 MB …`);
    await npmInstall(part, [claudeCodePackage]);
    // npm was told to run no scripts, and this one puts the native program where the package's own entry looks for it.
    const home = join(part, "node_modules", "@anthropic-ai", "claude-code");
    const script = join(home, "install.cjs");
    if (existsSync(script)) await runCommandLine(process.execPath, [script], { cwd: home });
  });
  return join(folder, start);
}

/** Makes sure that the real Codex is in the cache; gives what starts it. */
export async function installCodex(announce: Announce = announceOnConsole): Promise<string> {
  const folder = folderOf(codexPackage);
  const start = join("node_modules", ".bin", "codex");
  await placeOnce(folder, [start], async (part) => {
    announce(`Installing Codex from npm (${codexPackage}) into ${folder}, about 420 MB …`);
    await npmInstall(part, [codexPackage]);
  });
  return join(folder, start);
}

function folderOf(packageName: string): string {
  return join(cacheFolder(), packageName.replace("/", "-"));
}
