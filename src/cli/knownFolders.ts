import { posix, win32 } from "node:path";
import type { Machine } from "./findExecutable.ts";

/** Where installers put programs that a VS Code started from the desktop may not have on its PATH. */
export async function knownFolders(machine: Machine): Promise<string[]> {
  const { home, environment, platform } = machine;
  if (platform === "win32") {
    const { APPDATA, LOCALAPPDATA } = environment;
    return [
      win32.join(home, ".local", "bin"),
      ...(APPDATA ? [win32.join(APPDATA, "npm")] : []),
      ...(LOCALAPPDATA ? [win32.join(LOCALAPPDATA, "pnpm")] : []),
    ];
  }
  const inHome = [".local/bin", ".claude/local", ".npm-global/bin", ".bun/bin", ".volta/bin"];
  return [
    ...inHome.map((folder) => posix.join(home, folder)),
    "/opt/homebrew/bin",
    "/usr/local/bin",
    ...(await newestNodeFolders(machine)),
  ];
}

/** The folders of nvm's versions of Node, the newest first. */
async function newestNodeFolders({ home, list }: Machine): Promise<string[]> {
  const versions = posix.join(home, ".nvm/versions/node");
  const names = (await list(versions)).filter((name) => /^v\d+\.\d+\.\d+$/.test(name));
  const newestFirst = names.toSorted((a, b) => b.localeCompare(a, "en", { numeric: true }));
  return newestFirst.map((name) => posix.join(versions, name, "bin"));
}
