import { execFile } from "node:child_process";
import { cp, mkdtemp, realpath, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { build } from "esbuild";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { answer, type ModelServer, startModelServer } from "../../support/modelServer/index.ts";
import { isRequestPrefix } from "../../support/requestPrefix.ts";

let folder: string;
let program: string;
let server: ModelServer;

beforeAll(async () => {
  folder = await mkdtemp(join(await realpath(tmpdir()), "silverpoint-bytes-"));
  program = join(folder, "turnProcess.mjs");
  const banner = { js: 'import { createRequire } from "node:module"; const require = createRequire(import.meta.url);' };
  await build({
    entryPoints: ["test/unit/bytes/turnProcess.ts"],
    outfile: program,
    bundle: true,
    platform: "node",
    format: "esm",
    banner,
  });
  server = await startModelServer();
});

afterAll(async () => {
  await server.close();
  await rm(folder, { recursive: true, force: true });
});

beforeEach(() => server.reset());

/** Runs turns in a process of its own and gives the bodies that came meanwhile. */
async function runTurns(
  packagePath: string,
  copyTo: string,
  messages: readonly string[],
  environment: Readonly<Record<string, string>> = {},
): Promise<string[]> {
  server.reset();
  server.enqueue(...messages.map((message) => answer(`To ${message}: `, "ünïcödé 😀")));
  const env = { PATH: process.env.PATH, ...environment };
  await promisify(execFile)(process.execPath, [program, packagePath, server.url, copyTo, ...messages], { env });
  expect(server.violations).toEqual([]);
  return server.requests.map((request) => request.body);
}

/** Packages to begin from: an empty one, and saved ones with tools, images and arguments of every kind. */
const beginnings = [
  "no-folder",
  "example-word-for-word",
  "example-crlf",
  "image-present",
  "image-missing",
  "awkward-arguments",
  "arguments-base64",
  "every-item-type",
  "unknown-keys-everywhere",
];

describe("a package that one process keeps open and another reopens", () => {
  it.each(beginnings)(
    "BYT-1, BYT-2, BYT-3: the next bodies are the same bytes on another day, in another place: %s",
    async (name) => {
      const kept = join(folder, `${name}-kept`);
      const reopened = join(folder, `${name}-reopened`);
      await cp(`test/fixtures/cases/packages/${name}.silverpoint`, kept, { recursive: true });
      const [first, second, third] = await runTurns(kept, reopened, ["First", "Second – größer", "Third"], {
        TZ: "America/Los_Angeles",
        LANG: "en_US.UTF-8",
      });
      const elsewhere = { TZ: "Asia/Kolkata", LANG: "ja_JP.UTF-8", LC_ALL: "ja_JP.UTF-8", CLOCK_SHIFT_DAYS: "400" };
      const [secondAgain, thirdAgain] = await runTurns(reopened, "", ["Second – größer", "Third"], elsewhere);
      expect(secondAgain).toBe(second);
      expect(thirdAgain).toBe(third);
      expect(isRequestPrefix(first ?? "", second ?? "")).toBe(true);
      expect(isRequestPrefix(second ?? "", third ?? "")).toBe(true);
    },
  );
});
