import { execFile } from "node:child_process";
import { mkdir } from "node:fs/promises";
import { promisify } from "node:util";

const execute = promisify(execFile);

/** Runs git in a folder, with nobody's own settings. */
export async function git(folder: string, ...args: readonly string[]): Promise<void> {
  const identity = ["-c", "user.name=Test", "-c", "user.email=test@example.org", "-c", "core.autocrlf=false"];
  const env = { ...process.env, GIT_CONFIG_GLOBAL: "/dev/null", GIT_CONFIG_NOSYSTEM: "1" };
  await execute("git", [...identity, ...args], { cwd: folder, env });
}

export async function makeRepository(folder: string): Promise<void> {
  await mkdir(folder, { recursive: true });
  await git(folder, "init", "--quiet", "--initial-branch=main");
}

/** Commits everything that is in the folder. */
export async function commitAll(folder: string): Promise<void> {
  await git(folder, "add", "--all");
  await git(folder, "commit", "--quiet", "--message", "A state");
}
