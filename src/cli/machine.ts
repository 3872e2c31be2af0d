import { constants } from "node:fs";
import { access, readdir, readFile, stat } from "node:fs/promises";
import { homedir } from "node:os";
import { runProcess } from "./childProcess.ts";
import { childEnvironment } from "./environment.ts";
import type { Machine } from "./findExecutable.ts";

const shellMilliseconds = 5_000;
const mark = "silverpoint:";

/** This machine, as a search for a CLI looks at it. */
export function thisMachine(environment: NodeJS.ProcessEnv = process.env): Machine {
  const answers = new Map<string, Promise<string | undefined>>();
  return {
    platform: process.platform,
    environment,
    home: environment.HOME || homedir(),
    look,
    list: (folder) => readdir(folder).catch(() => []),
    read: (path) => readFile(path, "utf8"),
    askLoginShell(command) {
      const asked = answers.get(command) ?? askLoginShell(command, environment);
      answers.set(command, asked);
      return asked;
    },
  };
}

async function look(path: string): Promise<"executable" | "file" | "nothing"> {
  try {
    if (!(await stat(path)).isFile()) return "nothing";
  } catch {
    return "nothing";
  }
  return access(path, constants.X_OK).then(
    () => "executable",
    () => "file",
  );
}

/** A profile may print anything: only the line that we mark counts. */
async function askLoginShell(command: string, environment: NodeJS.ProcessEnv): Promise<string | undefined> {
  const shell = environment.SHELL;
  if (shell === undefined || (await look(shell)) !== "executable") return undefined;
  const { output } = await runProcess(shell, ["-ilc", `printf '\\n${mark}%s\\n' "$(command -v ${command})"`], {
    cwd: "/",
    environment: childEnvironment(environment, shell),
    milliseconds: shellMilliseconds,
  });
  const told = output.split("\n").findLast((line) => line.startsWith(mark));
  const path = told?.slice(mark.length).trim();
  return path?.startsWith("/") ? path : undefined;
}
