import { spawn } from "node:child_process";
import { readdir, readFile } from "node:fs/promises";
import { runCommandLine } from "./runCommandLine.ts";
import { waitUntil } from "./waitUntil.ts";

export interface ProcessGroup {
  readonly id: number;
  /** Everything that the group has printed so far. */
  output(): string;
  /** Whether the started command still runs. */
  isRunning(): boolean;
  /** Ends every process of the group: asks first, then forces. Resolves when none is left. */
  stop(): Promise<void>;
}

// Leads the group. Its standard input closes when the process that started it ends, in whatever way; then, and when the
// command itself ends, the whole group goes.
const guard = `
const { spawn } = require("node:child_process");
process.on("SIGTERM", () => {});
const end = () => process.kill(-process.pid, "SIGKILL");
const child = spawn(process.argv[1], process.argv.slice(2), { stdio: ["ignore", "inherit", "inherit"] });
child.on("error", (error) => { console.error(String(error)); end(); });
child.on("exit", end);
process.stdin.on("end", end).on("error", end).resume();
`;

/** Starts a command in a process group of its own, which never outlives this process. */
export function startProcessGroup(
  command: string,
  args: readonly string[],
  options: { cwd: string; environment: NodeJS.ProcessEnv },
): ProcessGroup {
  const leader = spawn(process.execPath, ["-e", guard, "--", command, ...args], {
    cwd: options.cwd,
    env: options.environment,
    detached: true,
    stdio: ["pipe", "pipe", "pipe"],
  });
  const id = leader.pid;
  if (id === undefined) throw new Error(`${process.execPath} could not be started.`);
  let output = "";
  const collect = (text: string) => {
    output += text;
  };
  leader.stdout.setEncoding("utf8").on("data", collect);
  leader.stderr.setEncoding("utf8").on("data", collect);
  leader.on("error", (error) => collect(String(error)));
  const isRunning = () => leader.exitCode === null && leader.signalCode === null;
  return {
    id,
    output: () => output,
    isRunning,
    stop: async () => {
      signalGroup(id, "SIGTERM");
      const patience = 3000;
      await waitUntil(`the end of process group ${id}`, () => !isRunning(), patience).catch(() => {});
      signalGroup(id, "SIGKILL");
      await waitUntil(`the end of process group ${id}`, async () => (await groupMembers(id)).length === 0);
    },
  };
}

function signalGroup(id: number, signal: NodeJS.Signals): void {
  try {
    process.kill(-id, signal);
  } catch {
    // The group has ended.
  }
}

/** The ids of the group's living processes. Dead ones that nobody has collected yet don't count. */
export async function groupMembers(id: number): Promise<number[]> {
  const rows = process.platform === "linux" ? await listFromProc() : await listFromPs();
  return rows.filter((row) => row.group === id && !row.state.startsWith("Z")).map((row) => row.process);
}

interface ProcessRow {
  process: number;
  group: number;
  state: string;
}

async function listFromProc(): Promise<ProcessRow[]> {
  const names = (await readdir("/proc")).filter((name) => /^\d+$/.test(name));
  const stats = await Promise.all(names.map((name) => readFile(`/proc/${name}/stat`, "utf8").catch(() => "")));
  return stats.filter(Boolean).map((stat) => {
    // The name in brackets may hold anything, so the fields are counted from its end: state, parent, group.
    const [state = "", , group = ""] = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
    return { process: Number.parseInt(stat, 10), group: Number(group), state };
  });
}

async function listFromPs(): Promise<ProcessRow[]> {
  const lines = (await runCommandLine("ps", ["-A", "-o", "pid=,pgid=,stat="])).split("\n");
  return lines.map((line) => {
    const [processId = "", group = "", state = ""] = line.trim().split(/\s+/);
    return { process: Number(processId), group: Number(group), state };
  });
}
