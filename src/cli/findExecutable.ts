import { posix, win32 } from "node:path";
import { configuredNotFound, notExecutable, notFound } from "./failure.ts";
import { knownFolders } from "./knownFolders.ts";
import type { Program } from "./programs.ts";
import { readShim } from "./shim.ts";

/** What of the machine a search looks at. */
export interface Machine {
  readonly platform: NodeJS.Platform;
  readonly environment: NodeJS.ProcessEnv;
  readonly home: string;
  look(path: string): Promise<"executable" | "file" | "nothing">;
  /** The names in a folder; none where it can't be read. */
  list(folder: string): Promise<readonly string[]>;
  read(path: string): Promise<string>;
  /** Where the person's login shell finds a command; asked once at most, because it runs their profile. */
  askLoginShell(command: string): Promise<string | undefined>;
}

/** What starts a program: a path, and what goes before the arguments. */
export interface FoundProgram {
  readonly path: string;
  readonly args: readonly string[];
}

/**
 * Finds a CLI (CLI-4): where the setting says; else on PATH (with PATHEXT on Windows), in the places where its installers put
 * it, and last where the person's login shell finds it. Throws a {@link CliFailure} where there is none.
 */
export async function findExecutable(
  program: Program,
  configured: string | undefined,
  machine: Machine,
): Promise<FoundProgram> {
  if (configured !== undefined && configured.trim() !== "") return findConfigured(program, configured.trim(), machine);
  const folders = [...pathFolders(machine), ...(await knownFolders(machine))];
  let blocked: string | undefined;
  for (const path of candidates(program.command, folders, machine)) {
    const found = await machine.look(path);
    if (found === "executable") return resolveShim(program, path, machine);
    if (found === "file") blocked ??= path;
  }
  const told = machine.platform === "win32" ? undefined : await machine.askLoginShell(program.command);
  if (told !== undefined && (await machine.look(told)) === "executable") return { path: told, args: [] };
  throw blocked === undefined ? notFound(program) : notExecutable(program, blocked);
}

async function findConfigured(program: Program, configured: string, machine: Machine): Promise<FoundProgram> {
  const { home, platform } = machine;
  const path = configured.replace(/^~(?=[\\/])/, home);
  const { isAbsolute } = platform === "win32" ? win32 : posix;
  const found = isAbsolute(path) ? await machine.look(path) : "nothing";
  if (found === "nothing") throw configuredNotFound(program, configured);
  if (found === "file") throw notExecutable(program, configured);
  return resolveShim(program, path, machine);
}

/** A relative folder on PATH would be looked for in whatever folder is open: it is passed over. */
function pathFolders({ environment, platform }: Machine): string[] {
  const { delimiter, isAbsolute } = platform === "win32" ? win32 : posix;
  const name = Object.keys(environment).find((key) => (platform === "win32" ? key.toUpperCase() : key) === "PATH");
  const folders = (name === undefined ? "" : (environment[name] ?? "")).split(delimiter);
  return folders.map((folder) => folder.replace(/^"(.*)"$/, "$1")).filter((folder) => isAbsolute(folder));
}

function candidates(command: string, folders: readonly string[], { environment, platform }: Machine): string[] {
  if (platform !== "win32") return folders.map((folder) => posix.join(folder, command));
  const extensions = (environment.PATHEXT ?? ".COM;.EXE;.BAT;.CMD").split(";").filter((each) => each !== "");
  return folders.flatMap((folder) =>
    extensions.map((extension) => win32.join(folder, `${command}${extension.toLowerCase()}`)),
  );
}

/** Node starts no `.cmd`: what npm's shim would start is started in its place. */
async function resolveShim(program: Program, path: string, machine: Machine): Promise<FoundProgram> {
  if (machine.platform !== "win32" || !/\.(cmd|bat)$/i.test(path)) return { path, args: [] };
  const script = readShim(await machine.read(path), win32.dirname(path));
  if (script === undefined) throw notExecutable(program, path);
  if (/\.exe$/i.test(script)) return { path: script, args: [] };
  const beside = win32.join(win32.dirname(path), "node.exe");
  const node = (await machine.look(beside)) === "executable" ? beside : "node.exe";
  return { path: node, args: [script] };
}
