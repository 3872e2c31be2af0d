import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { join, resolve } from "node:path";
import { fillExtensionsFolder } from "../support/host/extensionsFolder.ts";
import { startVscode } from "../support/host/vscodeServer.ts";
import { startModelServer } from "../support/modelServer/index.ts";
import { stageExtension } from "../support/product/stagedExtension.ts";
import { placeSample, sampleName } from "./sample.ts";

/** Everything the demo makes lies here and stays, so that the next demo finds the conversation of this one. */
const folder = resolve(".demo");

/** Opens a real VS Code with the sample. Runs until the window is closed, or Ctrl+C. */
export async function showDemo(): Promise<number> {
  const workspace = join(folder, "workspace");
  await placeSample(workspace);
  const model = await chooseModel();
  try {
    console.log(`The sample lies in ${join(workspace, sampleName)} and is kept between demos.`);
    if (hasDesktopVscode()) await showOnDesktop(workspace, model.environment);
    else await showInBrowser(workspace, model.environment);
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
    console.log("ANTHROPIC_API_KEY is set: messages go to Anthropic and are billed there.");
    const environment = { ANTHROPIC_API_KEY: key, ...(address ? { ANTHROPIC_BASE_URL: address } : {}) };
    return { environment, close: async () => undefined };
  }
  const server = await startModelServer({ pieceDelayMilliseconds: 40 });
  console.log(`ANTHROPIC_API_KEY isn't set: a scripted model answers, at ${server.url}. The panel says so.`);
  const environment = {
    ANTHROPIC_API_KEY: "scripted",
    ANTHROPIC_BASE_URL: server.url,
    SILVERPOINT_MODEL_SERVER_LABEL: "Scripted model",
  };
  return { environment, close: server.close };
}

function hasDesktopVscode(): boolean {
  return spawnSync("code", ["--version"], { stdio: "ignore", shell: process.platform === "win32" }).status === 0;
}

async function showOnDesktop(workspace: string, environment: DemoModel["environment"]): Promise<void> {
  console.log("Opening VS Code. Close its window to end the demo.");
  const args = [
    "--new-window",
    "--wait",
    "--disable-workspace-trust",
    `--user-data-dir=${join(folder, "desktop", "data")}`,
    `--extensions-dir=${join(folder, "desktop", "extensions")}`,
    `--extensionDevelopmentPath=${resolve(".")}`,
    workspace,
  ];
  const code = spawn("code", args, {
    stdio: "inherit",
    env: { ...process.env, ...environment },
    shell: process.platform === "win32",
  });
  await once(code, "exit");
}

async function showInBrowser(workspace: string, environment: DemoModel["environment"]): Promise<void> {
  const staged = join(folder, "staged");
  const extensionsDir = join(folder, "extensions");
  await stageExtension(resolve("."), staged);
  await fillExtensionsFolder(extensionsDir, [staged]);
  const server = await startVscode({ workspace, userData: join(folder, "data"), extensionsDir, environment });
  console.log(
    `\nVS Code runs at\n\n  ${server.url}\n\nOpen it in a browser, and there “${sampleName}/document.json” in the Explorer. Ctrl+C ends the demo.`,
  );
  openInBrowser(server.url);
  await Promise.race([once(process, "SIGINT"), once(process, "SIGTERM")]);
  await server.stop();
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
