import { describe, expect, it } from "vitest";
import { findExecutable, type Machine } from "../../../src/cli/findExecutable.ts";
import { thisMachine } from "../../../src/cli/machine.ts";
import { claudeCode, codex } from "../../../src/cli/programs.ts";

/** A machine with these files: "x" can be executed, "-" can't, other text is what a shim holds. */
function machineWith(files: Readonly<Record<string, string>>, parts: Partial<Machine> = {}): Machine {
  return {
    platform: "linux",
    environment: { PATH: "/usr/bin:relative:/opt/tools" },
    home: "/home/ann",
    look: async (path) => (files[path] === undefined ? "nothing" : files[path] === "-" ? "file" : "executable"),
    list: async (folder) =>
      Object.keys(files)
        .filter((path) => path.startsWith(`${folder}/`))
        .map((path) => path.slice(folder.length + 1).split("/")[0] ?? ""),
    read: async (path) => files[path] ?? "",
    askLoginShell: async () => undefined,
    ...parts,
  };
}

const shim = `@ECHO off
GOTO start
:find_dp0
SET dp0=%~dp0
EXIT /b
:start
SETLOCAL
CALL :find_dp0
IF EXIST "%dp0%\\node.exe" (
  SET "_prog=%dp0%\\node.exe"
) ELSE (
  SET "_prog=node"
)
endLocal & goto #_undefined_# 2>NUL || title %COMSPEC% & "%_prog%"  "%dp0%\\node_modules\\@openai\\codex\\bin\\codex.js" %*
`;

const windows = {
  platform: "win32",
  environment: { Path: "C:\\tools;C:\\npm", PATHEXT: ".EXE;.CMD", APPDATA: "C:\\data" },
  home: "C:\\Users\\ann",
} as const;

describe("finding a CLI", () => {
  it("CLI-4: takes the setting before all else, with the home folder written short", async () => {
    const machine = machineWith({ "/usr/bin/claude": "x", "/home/ann/my/claude": "x" });
    expect(await findExecutable(claudeCode, "~/my/claude", machine)).toEqual({ path: "/home/ann/my/claude", args: [] });
    expect(await findExecutable(claudeCode, " ", machine)).toEqual({ path: "/usr/bin/claude", args: [] });
  });

  it("CLI-4: doesn't look elsewhere when the setting is wrong, and links to it", async () => {
    const machine = machineWith({ "/usr/bin/claude": "x", "/opt/claude": "-", "relative/claude": "x" });
    const remedy = { kind: "openSetting", setting: "silverpoint.claudeCode.path" };
    await expect(findExecutable(claudeCode, "/gone/claude", machine)).rejects.toMatchObject({
      kind: "notFound",
      remedy,
    });
    await expect(findExecutable(claudeCode, "/opt/claude", machine)).rejects.toMatchObject({ kind: "notExecutable" });
    await expect(findExecutable(claudeCode, "relative/claude", machine)).rejects.toMatchObject({ kind: "notFound" });
  });

  it("CLI-4: reads PATH in order, passing over what is relative or no program", async () => {
    const machine = machineWith({ "relative/codex": "x", "/usr/bin/codex": "-", "/opt/tools/codex": "x" });
    expect((await findExecutable(codex, undefined, machine)).path).toBe("/opt/tools/codex");
  });

  it("CLI-4: knows where installers put it, the newest Node first", async () => {
    const nvm = "/home/ann/.nvm/versions/node";
    const machine = machineWith({ [`${nvm}/v9.1.0/bin/codex`]: "x", [`${nvm}/v20.3.0/bin/codex`]: "x" });
    expect((await findExecutable(codex, undefined, machine)).path).toBe(`${nvm}/v20.3.0/bin/codex`);
    const local = machineWith({ "/home/ann/.local/bin/claude": "x", "/usr/local/bin/claude": "x" });
    expect((await findExecutable(claudeCode, undefined, local)).path).toBe("/home/ann/.local/bin/claude");
  });

  it("CLI-4: asks the login shell last, and believes only a program", async () => {
    const asked: string[] = [];
    const askLoginShell = async (command: string) => {
      asked.push(command);
      return "/custom/codex";
    };
    const there = machineWith({ "/custom/codex": "x" }, { askLoginShell });
    expect((await findExecutable(codex, undefined, there)).path).toBe("/custom/codex");
    expect(asked).toEqual(["codex"]);
    await expect(findExecutable(codex, undefined, machineWith({}, { askLoginShell }))).rejects.toMatchObject({
      kind: "notFound",
    });
    await expect(findExecutable(codex, undefined, machineWith({ "/usr/bin/codex": "-" }))).rejects.toMatchObject({
      kind: "notExecutable",
    });
  });

  it("CLI-4: finds an .exe on Windows by PATHEXT, whatever PATH is called", async () => {
    const machine = machineWith({ "C:\\npm\\claude.exe": "x", "C:\\npm\\claude.cmd": shim }, windows);
    expect(await findExecutable(claudeCode, undefined, machine)).toEqual({ path: "C:\\npm\\claude.exe", args: [] });
  });

  it("CLI-4: starts what an npm shim of Windows would start", async () => {
    const script = "C:\\npm\\node_modules\\@openai\\codex\\bin\\codex.js";
    const machine = machineWith({ "C:\\npm\\codex.cmd": shim }, windows);
    expect(await findExecutable(codex, undefined, machine)).toEqual({ path: "node.exe", args: [script] });
    const withNode = machineWith({ "C:\\npm\\codex.cmd": shim, "C:\\npm\\node.exe": "x" }, windows);
    expect(await findExecutable(codex, undefined, withNode)).toEqual({ path: "C:\\npm\\node.exe", args: [script] });
    const direct = `@"%~dp0\\node_modules\\claude\\bin\\claude.exe"   %*`;
    const native = machineWith({ "C:\\data\\npm\\claude.cmd": direct }, windows);
    expect(await findExecutable(claudeCode, undefined, native)).toEqual({
      path: "C:\\data\\npm\\node_modules\\claude\\bin\\claude.exe",
      args: [],
    });
    const odd = machineWith({ "C:\\npm\\codex.cmd": "echo hello" }, windows);
    await expect(findExecutable(codex, undefined, odd)).rejects.toMatchObject({ kind: "notExecutable" });
  });
});

describe("this machine", () => {
  it("CLI-4: tells programs, files and folders apart, and hears the login shell through what a profile prints", async () => {
    const machine = thisMachine({ ...process.env, SHELL: "/bin/bash" });
    expect(await machine.look(process.execPath)).toBe("executable");
    expect(await machine.look(import.meta.filename)).toBe("file");
    expect(await machine.look(import.meta.dirname)).toBe("nothing");
    expect(await machine.look("/nowhere")).toBe("nothing");
    expect(await machine.list("/nowhere")).toEqual([]);
    expect(await machine.askLoginShell("ls")).toMatch(/^\/.*ls$/);
    expect(await machine.askLoginShell("no-such-program-here")).toBeUndefined();
  });
});
