import { type Exit, runProcess } from "./childProcess.ts";
import { notExecutable, notFound, tooOld } from "./failure.ts";
import type { FoundProgram } from "./findExecutable.ts";
import type { Program } from "./programs.ts";

const versionMilliseconds = 15_000;

/** The version in what a CLI prints: "2.1.197 (Claude Code)", "codex-cli 0.171.0". */
export function readVersion(text: string): string | undefined {
  return /(?:^|\s|v)(\d+\.\d+\.\d+)/m.exec(text)?.[1];
}

/** Whether a version is at least another one, by its three numbers. */
export function isAtLeast(version: string, oldest: string): boolean {
  const parts = version.split(".").map(Number);
  const wanted = oldest.split(".").map(Number);
  for (const [index, least] of wanted.entries()) {
    const part = parts[index] ?? 0;
    if (part !== least) return part > least;
  }
  return true;
}

/** Runs the program's `--version`. Throws a {@link CliFailure} for one that can't be started or is too old. */
export async function checkVersion(
  program: Program,
  { path, args }: FoundProgram,
  options: { readonly cwd: string; readonly environment: NodeJS.ProcessEnv },
): Promise<string> {
  const ran = await runProcess(path, [...args, "--version"], { ...options, milliseconds: versionMilliseconds });
  const failure = notStartedFailure(program, path, ran);
  if (failure !== undefined) throw failure;
  const version = readVersion(ran.output);
  if (version === undefined || !isAtLeast(version, program.oldestVersion)) throw tooOld(program, version);
  return version;
}

/** What kept a program from starting, if anything did. A script whose interpreter is missing exits with 127. */
export function notStartedFailure(program: Program, path: string, exit: Exit): Error | undefined {
  if (exit.error === "ENOENT" || exit.code === 127) return notFound(program);
  if (exit.error !== undefined || exit.code === 126) return notExecutable(program, path, exit.error);
  return undefined;
}
