import { spawn } from "node:child_process";

/** Runs a command to its end. Resolves with what it printed; throws with the last of it when it fails. */
export async function runCommandLine(
  command: string,
  args: readonly string[],
  options: { cwd?: string; environment?: NodeJS.ProcessEnv } = {},
): Promise<string> {
  const child = spawn(command, args, {
    cwd: options.cwd,
    env: options.environment ?? process.env,
    stdio: ["ignore", "pipe", "pipe"],
  });
  let output = "";
  child.stdout.setEncoding("utf8").on("data", (text: string) => {
    output += text;
  });
  child.stderr.setEncoding("utf8").on("data", (text: string) => {
    output += text;
  });
  const code = await new Promise<number | string>((resolve, reject) => {
    child.on("error", reject);
    child.on("close", (exitCode, signal) => resolve(exitCode ?? signal ?? "unknown"));
  });
  if (code !== 0) throw new Error(`${command} ${args.join(" ")} ended with ${code}:\n${output.slice(-4000)}`);
  return output;
}
