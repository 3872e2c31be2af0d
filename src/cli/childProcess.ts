import { setTimeout as delay } from "node:timers/promises";
import { execa } from "execa";
import { CappedTail } from "./cappedTail.ts";

/** How a program ended: by itself, by a signal, or never started (`error`, as of Node's `spawn`: "ENOENT"). */
export interface Exit {
  readonly code?: number;
  readonly signal?: string;
  readonly error?: string;
}

/** A program that runs in a process group of its own. */
export interface ChildProcess {
  readonly pid: number | undefined;
  /** Ends when the program has ended and what it had written is read. */
  readonly output: AsyncIterable<Uint8Array>;
  /** Sends text. To a program that has ended it goes nowhere: `exited` tells of that. */
  write(text: string): void;
  /** The last of what it wrote to its error output. */
  errorTail(): string;
  readonly exited: Promise<Exit>;
  /**
   * Ends the program and all that it started: closes its input and asks (SIGTERM), then forces after `patience`
   * milliseconds. Resolves when it has ended.
   */
  end(patience?: number): Promise<void>;
}

export interface StartOptions {
  readonly cwd: string;
  /** The whole environment: nothing is added. */
  readonly environment: NodeJS.ProcessEnv;
}

const usualPatience = 2_000;
/** How long the output of an ended program is waited for, while others hold it open. */
const drainMilliseconds = 500;

/** Starts a program without a shell. The only place that starts one; arguments hold no prompt and no secret (CLI-4). */
export function startProcess(path: string, args: readonly string[], { cwd, environment }: StartOptions): ChildProcess {
  const isWindows = process.platform === "win32";
  const child = execa(path, args, {
    cwd,
    env: environment,
    extendEnv: false,
    stdio: ["pipe", "pipe", "pipe"],
    buffer: false,
    reject: false,
    cleanup: false,
    detached: !isWindows,
    windowsHide: true,
  });
  const tail = new CappedTail();
  child.stderr.on("data", (bytes: Uint8Array) => tail.add(bytes));
  for (const stream of [child.stdin, child.stdout, child.stderr]) stream.on("error", () => undefined);

  const exited = new Promise<Exit>((resolve) => {
    child.once("exit", (code, signal) => resolve(exitOf(code, signal)));
    // Only a program that could not be started ends without an exit.
    if (child.pid === undefined) child.then(({ code }) => resolve({ error: code ?? "unknown" }), notStarted(resolve));
  });
  let hasExited = false;
  const ended = exited.then(async () => {
    hasExited = true;
    if (child.pid !== undefined) signalTree(child.pid, "SIGKILL");
    // What it left is read at the reader's own pace; a program that got away from the group may hold the pipe for ever.
    do await delay(drainMilliseconds, undefined, { ref: false });
    while (child.stdout.readableLength > 0);
    for (const stream of [child.stdout, child.stderr]) stream.destroy();
  });
  ended.catch(() => undefined);

  return {
    pid: child.pid,
    output: untilClosed(child.stdout),
    write(text) {
      if (!hasExited && child.stdin.writable) child.stdin.write(text);
    },
    errorTail: () => tail.text(),
    exited,
    async end(patience = usualPatience) {
      child.stdin.destroy();
      const { pid } = child;
      if (pid === undefined || hasExited) return;
      signalTree(pid, "SIGTERM");
      const inTime = await Promise.race([exited.then(() => true), delay(patience, false, { ref: false })]);
      if (!inTime) signalTree(pid, "SIGKILL");
      await exited;
    },
  };
}

/** Runs a program to its end, or for as long as `milliseconds`; gives what it printed, at most 64 KiB of it. */
export async function runProcess(
  path: string,
  args: readonly string[],
  { milliseconds, ...options }: StartOptions & { readonly milliseconds: number },
): Promise<Exit & { readonly output: string; readonly errors: string }> {
  const child = startProcess(path, args, options);
  const output = new CappedTail();
  const read = async () => {
    for await (const bytes of child.output) output.add(bytes);
  };
  const reading = read();
  const timer = setTimeout(() => void child.end(0).catch(() => undefined), milliseconds);
  const exit = await child.exited;
  clearTimeout(timer);
  await reading;
  return { ...exit, output: output.text(), errors: child.errorTail() };
}

function exitOf(code: number | null, signal: string | null): Exit {
  return { ...(code === null ? {} : { code }), ...(signal === null ? {} : { signal }) };
}

function notStarted(resolve: (exit: Exit) => void): (error: unknown) => void {
  return (error) => resolve({ error: error instanceof Error ? error.message : String(error) });
}

/** Signals a program and what it started. Ended ones are no failure. */
function signalTree(pid: number, signal: "SIGTERM" | "SIGKILL"): void {
  if (process.platform === "win32") {
    execa("taskkill", ["/pid", String(pid), "/T", "/F"], { reject: false, windowsHide: true }).catch(() => undefined);
    return;
  }
  try {
    process.kill(-pid, signal);
  } catch {
    // The group has ended.
  }
}

/** A stream that was closed before its end is one that ended. */
async function* untilClosed(stream: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array, void> {
  try {
    yield* stream;
  } catch {
    return;
  }
}
