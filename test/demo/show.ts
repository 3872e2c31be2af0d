import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { existsSync } from "node:fs";
import { mkdir, readFile, rm, writeFile } from "node:fs/promises";
import { join, resolve } from "node:path";
import { fillExtensionsFolder } from "../support/host/extensionsFolder.ts";
import { startVscode, usualSettings, type VscodeServer } from "../support/host/vscodeServer.ts";
import { startModelServer } from "../support/modelServer/index.ts";
import { stageExtension } from "../support/product/stagedExtension.ts";
import { designerAnswer } from "./designer.ts";
import { placeSample, sampleName } from "./sample.ts";

/** Everything the demo makes lies here and stays, so that the next demo finds the conversation of this one. */
const folder = resolve(".demo");

/** Opens a real VS Code with the sample. Runs until the window is closed, or Ctrl+C; gives the exit code. */
export async function showDemo({ inBrowser }: { inBrowser: boolean }): Promise<number> {
  const workspace = join(folder, "workspace");
  await placeSample(workspace);
  const model = await chooseModel();
  try {
    console.log(`The sample lies in ${join(workspace, sampleName)}. It stays there; remove ${folder} to start afresh.`);
    if (!inBrowser && hasDesktopVscode()) return await showOnDesktop(workspace, model.environment);
    await showInBrowser(workspace, model.environment);
    return 0;
  } finally {
    await model.close();
  }
}

interface DemoModel {
  readonly environment: Readonly<Record<string, string>>;
  readonly close: () => Promise<void>;
}

/** Anthropic where there is a key, else a scripted server on this machine. */
async function chooseModel(): Promise<DemoModel> {
  const { ANTHROPIC_API_KEY: key, ANTHROPIC_BASE_URL: address } = process.env;
  if (key) {
    console.log(
      address
        ? `ANTHROPIC_API_KEY is set: messages go to ${address} with that key.`
        : "ANTHROPIC_API_KEY is set: messages go to Anthropic and are billed there.",
    );
    const environment = { ANTHROPIC_API_KEY: key, ...(address ? { ANTHROPIC_BASE_URL: address } : {}) };
    return { environment, close: async () => undefined };
  }
  const server = await startModelServer({
    pieceDelayMilliseconds: 40,
    answer: designerAnswer,
    // A person may go back to what is on disk.
    expectsPrefix: false,
  });
  console.log(
    `ANTHROPIC_API_KEY isn't set: a scripted model answers, at ${server.url}. The panel says so; the costs it shows are what the real one would take. Start the demo with ANTHROPIC_API_KEY to talk to that one.`,
  );
  const environment = {
    ANTHROPIC_API_KEY: "key-of-the-demo",
    ANTHROPIC_BASE_URL: server.url,
    SILVERPOINT_MODEL_SERVER_LABEL: "Scripted model",
  };
  return { environment, close: server.close };
}

/** Inside a remote session `code` is another program, which opens files in the window that it belongs to. */
function hasDesktopVscode(): boolean {
  if (process.env.VSCODE_IPC_HOOK_CLI) return false;
  return spawnSync("code", ["--version"], { stdio: "ignore", shell: process.platform === "win32" }).status === 0;
}

async function showOnDesktop(workspace: string, environment: DemoModel["environment"]): Promise<number> {
  console.log(
    "Opening VS Code; close its window to end the demo. “npm run demo -- --browser” takes the one in a browser.",
  );
  const data = join(folder, "desktop", "data");
  const settings = join(data, "User", "settings.json");
  await mkdir(join(data, "User"), { recursive: true });
  if (!existsSync(settings)) await writeFile(settings, JSON.stringify(usualSettings, undefined, 2));
  const args = [
    "--new-window",
    "--wait",
    "--disable-workspace-trust",
    `--user-data-dir=${data}`,
    `--extensions-dir=${join(folder, "desktop", "extensions")}`,
    `--extensionDevelopmentPath=${resolve(".")}`,
    workspace,
  ];
  const code = spawn("code", args, {
    stdio: "inherit",
    env: { ...process.env, ...environment },
    shell: process.platform === "win32",
  });
  const [exitCode] = await once(code, "exit");
  if (exitCode !== 0) console.error(`“code” ended with ${exitCode}. “npm run demo -- --browser” does without it.`);
  return typeof exitCode === "number" ? exitCode : 1;
}

async function showInBrowser(workspace: string, environment: DemoModel["environment"]): Promise<void> {
  const staged = join(folder, "staged");
  const extensionsDir = join(folder, "extensions");
  for (const made of [staged, extensionsDir]) await rm(made, { recursive: true, force: true });
  await stageExtension(resolve("."), staged);
  await fillExtensionsFolder(extensionsDir, [staged]);
  const server = await startOnSamePort({ workspace, userData: join(folder, "data"), extensionsDir, environment });
  console.log(`
VS Code runs at

  ${server.url}

Open it in a browser, and there “${sampleName}/document.json” in the Explorer. Ctrl+C here ends the demo.`);
  openInBrowser(server.url);
  await Promise.race([once(process, "SIGINT"), once(process, "SIGTERM")]);
  await server.stop();
}

/** A browser keeps what belongs to a window under its address, so the demo comes back at the one it had. */
async function startOnSamePort(options: Parameters<typeof startVscode>[0]): Promise<VscodeServer> {
  const file = join(folder, "port");
  const port = Number(await readFile(file, "utf8").catch(() => "0"));
  const server = await startVscode({ ...options, port }).catch(() => startVscode(options));
  await writeFile(file, String(server.port));
  return server;
}

/** Opens the address where there is a screen to show it on; else the printed one has to do. */
function openInBrowser(url: string): void {
  const opener =
    process.platform === "darwin"
      ? "open"
      : process.env.DISPLAY || process.env.WAYLAND_DISPLAY
        ? "xdg-open"
        : undefined;
  if (opener === undefined) return;
  const child = spawn(opener, [url], { stdio: "ignore", detached: true });
  child.on("error", () => undefined);
  child.unref();
}
