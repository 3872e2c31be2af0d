import { existsSync, rmSync } from "node:fs";
import { mkdir, mkdtemp, readFile, realpath, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { hostEnvironment } from "./hostEnvironment.ts";
import { type InstalledVscode, installVscode } from "./install.ts";
import { type ProcessGroup, startProcessGroup } from "./processGroup.ts";
import { waitUntil } from "./waitUntil.ts";

export interface StartOptions {
  /** The absolute path of the folder that the window opens. */
  workspace: string;
  /** The extensions; without it, an empty folder inside the data folder. */
  extensionsDir?: string;
  /** The data folder: kept at the end and used again when given again. Without it, a temporary one that is removed. */
  userData?: string;
  /** Laid over the usual profile, and over what a used data folder has. */
  settings?: Readonly<Record<string, unknown>>;
  environment?: Readonly<Record<string, string>>;
  /** Lets tests run inside the extension host; modal dialogs are then refused and toasts never appear. */
  smokeTestDriver?: boolean;
  /** Only to start again: a browser keeps a window's state under its port. Without it, a free one is taken. */
  port?: number;
  vscode?: InstalledVscode;
}

export interface VscodeServer {
  /** The address of the window on the workspace. */
  readonly url: string;
  readonly port: number;
  readonly workspace: string;
  readonly dataFolder: string;
  readonly extensionsDir: string;
  /** The id of the process group that everything runs in. */
  readonly processGroup: number;
  /** What the server has printed. */
  logs(): string;
  isRunning(): boolean;
  /** Ends every process, and removes the data folder if it was a temporary one. */
  stop(): Promise<void>;
}

/** Settings under which nothing but the extension itself draws attention. */
export const usualSettings: Readonly<Record<string, unknown>> = {
  "security.workspace.trust.enabled": false,
  "files.autoSave": "off",
  "workbench.startupEditor": "none",
  // VS Code's own chat would take a fifth of every screenshot.
  "chat.disableAIFeatures": true,
  "workbench.secondarySideBar.defaultVisibility": "hidden",
  "workbench.commandPalette.history": 0,
  "telemetry.telemetryLevel": "off",
  "workbench.enableExperiments": false,
  "extensions.ignoreRecommendations": true,
  // Else a note about the checkout's own repository covers the composer.
  "git.openRepositoryInParentFolders": "never",
};

/** Starts VS Code's server; it listens on 127.0.0.1 only. Resolves when it answers. */
export async function startVscode(options: StartOptions): Promise<VscodeServer> {
  const vscode = options.vscode ?? (await installVscode());
  const dataFolder = options.userData ?? (await mkdtemp(join(await realpath(tmpdir()), "silverpoint-vscode-")));
  const extensionsDir = options.extensionsDir ?? join(dataFolder, "extensions");
  await mkdir(extensionsDir, { recursive: true });
  await writeSettings(dataFolder, options.settings);
  const group = startServer(vscode, dataFolder, extensionsDir, options);
  const removeData = () => {
    if (options.userData === undefined) rmSync(dataFolder, { recursive: true, force: true, maxRetries: 5 });
  };
  process.on("exit", removeData);
  const stop = async () => {
    await group.stop();
    process.off("exit", removeData);
    removeData();
  };
  try {
    const port = await readPort(group);
    const url = `http://127.0.0.1:${port}/?folder=${encodeURI(options.workspace)}`;
    await waitUntil("VS Code's first page", async () => (await fetch(url)).ok);
    const { workspace } = options;
    const { id: processGroup, output: logs, isRunning } = group;
    return { url, port, workspace, dataFolder, extensionsDir, processGroup, logs, isRunning, stop };
  } catch (error) {
    await stop();
    throw new Error(`VS Code did not start:\n${group.output().slice(-4000)}`, { cause: error });
  }
}

function startServer(
  vscode: InstalledVscode,
  dataFolder: string,
  extensionsDir: string,
  { port = 0, smokeTestDriver = false, environment = {} }: StartOptions,
): ProcessGroup {
  const args = [
    "out/server-main.js",
    ...["--host", "127.0.0.1", "--port", String(port), "--without-connection-token", "--accept-server-license-terms"],
    ...[
      "--user-data-dir",
      dataFolder,
      "--server-data-dir",
      join(dataFolder, "server"),
      "--extensions-dir",
      extensionsDir,
    ],
    ...["--telemetry-level", "off", ...vscode.flags],
    ...(smokeTestDriver ? ["--enable-smoke-test-driver"] : []),
  ];
  const env = hostEnvironment(dataFolder, environment);
  return startProcessGroup(vscode.node, args, { cwd: vscode.folder, environment: env });
}

/** The port that the server says it listens on. */
async function readPort(group: ProcessGroup): Promise<number> {
  const port = await waitUntil("VS Code's port", () => {
    const listening = /Extension host agent listening on (\d+)/.exec(group.output());
    if (listening?.[1] !== undefined) return Number(listening[1]);
    return group.isRunning() ? undefined : Number.NaN;
  });
  if (Number.isNaN(port)) throw new Error("The server ended.");
  return port;
}

async function writeSettings(dataFolder: string, settings: StartOptions["settings"]): Promise<void> {
  const file = join(dataFolder, "User", "settings.json");
  if (existsSync(file) && settings === undefined) return;
  const present: unknown = existsSync(file) ? JSON.parse(await readFile(file, "utf8")) : usualSettings;
  await mkdir(join(dataFolder, "User"), { recursive: true });
  await writeFile(file, JSON.stringify(Object.assign({}, present, settings), undefined, 2));
}
