import { rename, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { cacheFolder } from "./cacheFolder.ts";
import { npmInstall } from "./npmInstall.ts";
import { placeOnce } from "./placeOnce.ts";
import { spdlogStandIn, watchdogStandIn } from "./standIns.ts";
import { defaultCodeServer, nodePackageOf, partsOf, recipe } from "./versions.ts";

/** Takes one line that says what is being brought in. Nothing is said when everything is there. */
export type Announce = (line: string) => void;

export interface InstalledVscode {
  /** The folder that holds `out/server-main.js`. */
  folder: string;
  /** The Node executable that runs it. */
  node: string;
  /** The version that VS Code reports. */
  version: string;
  /** Server flags that this version needs and others may not know. */
  flags: readonly string[];
}

/** Prints to standard error, so that a caller's own output stays clean. */
export function announceOnConsole(line: string): void {
  console.error(line);
}

/** Makes sure that VS Code and its Node are in the cache. `codeServer` is a version of the npm package of that name. */
export async function installVscode(
  codeServer: string = defaultCodeServer,
  announce: Announce = announceOnConsole,
): Promise<InstalledVscode> {
  const { vscode, flags, watchdog } = partsOf(codeServer);
  const nodePackage = nodePackageOf(codeServer);
  const node = await installNode(nodePackage, announce);
  const folder = join(cacheFolder(), `code-server-${codeServer}-${recipe}`);
  await placeOnce(folder, ["out/server-main.js", "node_modules/.package-lock.json"], async (part) => {
    announce(`Installing VS Code ${vscode} from npm (code-server@${codeServer}) into ${folder}, about 600 MB …`);
    await npmInstall(part, [`code-server@${codeServer}`]);
    await keepOnly(part, join(part, "node_modules", "code-server", "lib", "vscode"));
    await npmInstall(part, []);
    await replaceModule(part, "@vscode/spdlog", spdlogStandIn);
    await replaceModule(part, watchdog, watchdogStandIn);
  });
  return { folder, node, version: vscode, flags };
}

/** Puts a stand-in where a native module would have to be compiled. */
async function replaceModule(folder: string, name: string, source: string): Promise<void> {
  await writeFile(join(folder, "node_modules", name, "index.js"), source);
}

async function installNode(nodePackage: string, announce: Announce): Promise<string> {
  const folder = join(cacheFolder(), nodePackage);
  await placeOnce(folder, ["bin/node"], async (part) => {
    announce(`Installing Node for VS Code from npm (${nodePackage}) into ${folder}, about 190 MB …`);
    await npmInstall(part, [nodePackage]);
    const name = nodePackage.slice(0, nodePackage.lastIndexOf("@"));
    await keepOnly(part, join(part, "node_modules", name));
  });
  return join(folder, "bin", "node");
}

/** Makes the inner folder's content the folder's only content. */
async function keepOnly(folder: string, inner: string): Promise<void> {
  const aside = `${folder}-inner`;
  await rename(inner, aside);
  await rm(folder, { recursive: true });
  await rename(aside, folder);
}
