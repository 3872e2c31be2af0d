import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { claudeCode, codex } from "../../../src/cli/programs.ts";
import { checkVersion, isAtLeast, readVersion } from "../../../src/cli/version.ts";

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "version-"));
});
afterAll(() => rm(folder, { recursive: true }));

async function check(program: typeof claudeCode, script: string): Promise<string> {
  const path = join(folder, `${crypto.randomUUID()}.sh`);
  await writeFile(path, script, { mode: 0o755 });
  return checkVersion(program, { path, args: [] }, { cwd: folder, environment: process.env });
}

describe("a CLI's version", () => {
  it("CLI-4: is read from what each prints, also below a banner", () => {
    expect(readVersion("2.1.197 (Claude Code)")).toBe("2.1.197");
    expect(readVersion("Welcome!\ncodex-cli 0.171.0\n")).toBe("0.171.0");
    expect(readVersion("v1.2.3")).toBe("1.2.3");
    expect(readVersion("error: unknown option")).toBeUndefined();
  });

  it("CLI-4: is compared number by number", () => {
    expect(isAtLeast("2.1.0", "2.1.0")).toBe(true);
    expect(isAtLeast("2.10.0", "2.9.9")).toBe(true);
    expect(isAtLeast("2.0.99", "2.1.0")).toBe(false);
    expect(isAtLeast("0.99.0", "0.100.0")).toBe(false);
  });

  it("CLI-4: that is too old is named, with the one that is wanted and how to get it", async () => {
    expect(await check(claudeCode, "#!/bin/sh\necho '2.1.332 (Claude Code)'")).toBe("2.1.332");
    await expect(check(codex, "#!/bin/sh\necho codex-cli 0.80.0")).rejects.toMatchObject({
      kind: "tooOld",
      message: expect.stringContaining("Version 0.80.0 of Codex is too old: 0.100.0 or later"),
      remedy: { kind: "runInTerminal", command: "npm install -g @openai/codex@latest" },
    });
    await expect(check(codex, "#!/bin/sh\necho hello")).rejects.toMatchObject({ kind: "tooOld" });
  });

  it("CLI-4: of a program that doesn't start says what is missing", async () => {
    await expect(check(codex, "#!/bin/sh\nexit 127")).rejects.toMatchObject({ kind: "notFound" });
    await expect(check(codex, "#!/nowhere/node\n")).rejects.toMatchObject({ kind: "notFound" });
    await expect(
      checkVersion(codex, { path: folder, args: [] }, { cwd: folder, environment: process.env }),
    ).rejects.toMatchObject({ kind: "notExecutable" });
  });
});
