import { tmpdir } from "node:os";
import { describe, expect, it } from "vitest";
import { type ChildProcess, runProcess, startProcess } from "../../../src/cli/childProcess.ts";
import { childEnvironment } from "../../../src/cli/environment.ts";
import { readLines } from "../../../src/cli/lines.ts";
import { groupMembers } from "../../support/host/processGroup.ts";

const options = { cwd: tmpdir(), environment: childEnvironment(process.env, process.execPath) };

function startScript(script: string): ChildProcess {
  return startProcess(process.execPath, ["-e", script], options);
}

async function firstLine(child: ChildProcess): Promise<string> {
  for await (const line of readLines(child.output)) return line;
  throw new Error("The program printed nothing.");
}

/** Prints the id of a grandchild of the same group, both deaf to SIGTERM. */
const deafFamily = `
process.on("SIGTERM", () => {});
const deaf = "process.on('SIGTERM', () => {}); setInterval(() => {}, 1000); console.log('ready')";
const child = require("node:child_process").spawn(process.execPath, ["-e", deaf], { stdio: ["ignore", "pipe", "inherit"] });
child.stdout.once("data", () => console.log(child.pid));
setInterval(() => {}, 1000);
`;

/** A busy machine takes its time; what is waited for comes or doesn't. */
const patient = { timeout: 20_000 };

describe("a program that is started", () => {
  it("CLI-4: ends with all that it started, also with what ignores being asked", async () => {
    const child = startScript(deafFamily);
    await firstLine(child);
    expect(await groupMembers(child.pid ?? 0)).toHaveLength(2);
    await child.end(100);
    await expect.poll(() => groupMembers(child.pid ?? 0), patient).toEqual([]);
    expect(await child.exited).toEqual({ signal: "SIGKILL" });
  });

  it("CLI-4: takes what it started along when it ends by itself, and its output ends", async () => {
    const script = `${deafFamily}; child.stdout.once("data", () => process.exit(3));`;
    const child = startScript(script);
    const lines: string[] = [];
    for await (const line of readLines(child.output)) lines.push(line);
    expect(lines).toHaveLength(1);
    expect(await child.exited).toEqual({ code: 3 });
    await expect.poll(() => groupMembers(child.pid ?? 0), patient).toEqual([]);
  });

  it("CLI-4: is asked before it is forced", async () => {
    const child = startScript(`
      process.on("SIGTERM", () => process.exit(7));
      setInterval(() => {}, 1000);
      console.log("ready");
    `);
    await firstLine(child);
    await child.end();
    expect(await child.exited).toEqual({ code: 7 });
  });

  it("CLI-4: may write ten megabytes of errors: the last of them are kept", async () => {
    const child = startScript(`
      process.stderr.write("x".repeat(10 * 1024 * 1024) + "the end", () => console.log("done"));
    `);
    expect(await firstLine(child)).toBe("done");
    await child.exited;
    await expect.poll(() => child.errorTail().endsWith("the end"), patient).toBe(true);
    expect(child.errorTail().length).toBeLessThanOrEqual(64 * 1024);
  });

  it("CLI-4: whose input has closed is written to without a failure", async () => {
    const child = startScript("process.stdin.destroy(); process.exit(0)");
    child.write("a".repeat(1024 * 1024));
    await child.exited;
    child.write("more");
    await child.end();
    expect(await child.exited).toEqual({ code: 0 });
  });

  it("CLI-4: that isn't there, can't be run, or whose folder is missing says so", async () => {
    const missing = startProcess("/nowhere/claude", [], options);
    expect(await missing.exited).toEqual({ error: "ENOENT" });
    await missing.end();
    const folder = startProcess(tmpdir(), [], options);
    expect(await folder.exited).toEqual({ error: "EACCES" });
  });

  it("CLI-4: is run to its end, or for as long as it may", async () => {
    expect(
      await runProcess(process.execPath, ["-e", "console.log(1); console.error(2)"], {
        ...options,
        milliseconds: 20_000,
      }),
    ).toEqual({
      code: 0,
      output: "1\n",
      errors: "2\n",
    });
    const hanging = await runProcess(process.execPath, ["-e", "setInterval(() => {}, 1000)"], {
      ...options,
      milliseconds: 50,
    });
    expect(hanging.signal).toMatch(/SIG(TERM|KILL)/);
  });

  it("CLI-4: gets the person's environment without what is meant for VS Code", () => {
    const own = {
      PATH: "/usr/bin",
      LANG: "C",
      NODE_OPTIONS: "--inspect",
      ELECTRON_RUN_AS_NODE: "1",
      VSCODE_PID: "1",
      ANTHROPIC_API_KEY: "key",
    };
    expect(childEnvironment(own, "/opt/n/claude", { remove: ["ANTHROPIC_API_KEY"], add: { A: "1" } })).toEqual({
      PATH: "/opt/n:/usr/bin",
      LANG: "C",
      A: "1",
    });
  });
});
