import { existsSync } from "node:fs";
import { mkdtemp, readFile, realpath, rm } from "node:fs/promises";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { launchBrowser, openPage, type PageError, type Workbench, workbenchUrl } from "./browser.ts";
import { startVscode, type VscodeServer } from "./vscodeServer.ts";
import { waitUntil } from "./waitUntil.ts";

export interface InsideRun {
  /** The absolute path of the extension under development: the folder of its package.json. */
  extensionPath: string;
  /** The absolute path of the built module whose `run()` runs the tests; see `bundleTests`. */
  testsPath: string;
  workspace: string;
  environment?: Readonly<Record<string, string>>;
  settings?: Readonly<Record<string, unknown>>;
  extensionsDir?: string;
  /** Takes the report as it grows; without it, standard output does. */
  write?: (text: string) => void;
  /** In milliseconds, for the whole run. */
  limit?: number;
}

export interface InsideOutcome {
  exitCode: number;
  report: string;
  /** What VS Code's window logged as errors, for a run that failed without a report. */
  errors: readonly PageError[];
}

/** Runs tests inside the extension host of a real VS Code. Modal dialogs are refused there. */
export async function runTestsInside(run: InsideRun): Promise<InsideOutcome> {
  const folder = await mkdtemp(join(await realpath(tmpdir()), "silverpoint-inside-"));
  const reportFile = join(folder, "report.txt");
  const mocha = pathToFileURL(createRequire(import.meta.url).resolve("mocha")).href;
  const variables = { SILVERPOINT_TEST_REPORT: reportFile, SILVERPOINT_TEST_MOCHA: mocha, ...run.environment };
  const { workspace, settings, extensionsDir } = run;
  try {
    const server = await startVscode({
      workspace,
      environment: variables,
      smokeTestDriver: true,
      ...(settings && { settings }),
      ...(extensionsDir && { extensionsDir }),
    });
    try {
      return await runInBrowser(run, server, reportFile);
    } finally {
      await server.stop();
    }
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

async function runInBrowser(run: InsideRun, server: VscodeServer, reportFile: string): Promise<InsideOutcome> {
  const browser = await launchBrowser();
  try {
    const workbench = await openPage(browser);
    return await follow(run, server, workbench, reportFile);
  } finally {
    await browser.close();
  }
}

async function follow(
  { extensionPath, testsPath, write = writeToOutput, limit = 600_000 }: InsideRun,
  server: VscodeServer,
  { page, errors }: Workbench,
  reportFile: string,
): Promise<InsideOutcome> {
  let exitCode: number | undefined;
  const end = (code: number) => {
    exitCode ??= code;
  };
  await page.exposeFunction("codeAutomationExit", end);
  await page.exposeFunction("codeAutomationLog", () => {});
  page.on("crash", () => end(1));
  const remote = `vscode-remote://127.0.0.1:${server.port}`;
  await page.goto(
    workbenchUrl(server, [
      ["extensionDevelopmentPath", remote + extensionPath],
      ["extensionTestsPath", remote + testsPath],
    ]),
  );
  let report = "";
  const ask = async () => {
    if (!server.isRunning()) end(1);
    // Looked at before the report is read, so that nothing of the report is missed.
    const code = exitCode;
    const all = existsSync(reportFile) ? await readFile(reportFile, "utf8") : "";
    if (all.length > report.length) write(all.slice(report.length));
    report = all;
    return code === undefined ? undefined : { code };
  };
  const ended = await waitUntil("the end of the tests inside VS Code", ask, limit);
  if (ended.code !== 0 && report === "") {
    write(`No test ran. ${errors.map(({ text }) => text).join("\n")}\n${server.logs().slice(-2000)}\n`);
  }
  return { exitCode: ended.code, report, errors };
}

function writeToOutput(text: string): void {
  process.stdout.write(text);
}
