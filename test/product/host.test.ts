import { mkdir, mkdtemp, readdir, readFile, realpath, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import type { Browser } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { launchBrowser, openWorkbench, reloadWorkbench, screenshot, type Workbench } from "../support/host/browser.ts";
import { bundleTests } from "../support/host/bundleTests.ts";
import { type Control, controlIn } from "../support/host/control.ts";
import { fillExtensionsFolder } from "../support/host/extensionsFolder.ts";
import { groupMembers } from "../support/host/processGroup.ts";
import { runTestsInside } from "../support/host/testRun.ts";
import { startVscode, type VscodeServer } from "../support/host/vscodeServer.ts";
import { webviewWith } from "../support/host/webviewFrame.ts";
import { dialog, dialogButton, notifications, openQuick, runCommand } from "../support/host/workbench.ts";

const controlExtension = fileURLToPath(new URL("../support/control", import.meta.url));
const sampleManifest = {
  name: "sample",
  publisher: "silverpoint-test",
  version: "0.0.1",
  engines: { vscode: "^1.100.0" },
  main: "./main.js",
  activationEvents: [],
  contributes: {
    commands: [
      { command: "sample.greet", title: "Greet", category: "Sample" },
      { command: "sample.ask", title: "Ask", category: "Sample" },
    ],
    customEditors: [{ viewType: "sample.editor", displayName: "Sample", selector: [{ filenamePattern: "*.sample" }] }],
  },
};
const sampleMain = `
const vscode = require("vscode");
exports.activate = (context) => {
  context.subscriptions.push(
    vscode.commands.registerCommand("sample.greet", () => vscode.window.showInformationMessage("Good day", "Thanks")),
    vscode.commands.registerCommand("sample.ask", async () => {
      exports.answer = await vscode.window.showWarningMessage("Really?", { modal: true }, "Surely");
      return exports.answer;
    }),
    vscode.window.registerCustomEditorProvider("sample.editor", {
      resolveCustomTextEditor(document, panel) {
        panel.webview.options = { enableScripts: true };
        const policy = "default-src 'none'; script-src 'nonce-abc'";
        panel.webview.html = '<meta http-equiv="Content-Security-Policy" content="' + policy + '">'
          + "<h1>Sample: " + document.getText() + "</h1><p style='color: red'>styled</p>"
          + "<script nonce='abc'>document.querySelector('h1').append(' and script')</script>";
      },
    }),
  );
  return { answer: () => exports.answer };
};
`;

let folder: string;
let workspace: string;
let extensionsDir: string;
let sample: string;

beforeAll(async () => {
  folder = await mkdtemp(join(await realpath(tmpdir()), "silverpoint-host-"));
  workspace = join(folder, "workspace with space");
  extensionsDir = join(folder, "extensions");
  sample = join(folder, "sample");
  await mkdir(workspace);
  await mkdir(sample);
  await writeFile(join(workspace, "one.sample"), "first");
  await writeFile(join(sample, "package.json"), JSON.stringify(sampleManifest));
  await writeFile(join(sample, "main.js"), sampleMain);
  await fillExtensionsFolder(extensionsDir, [controlExtension, sample]);
});

afterAll(async () => {
  await rm(folder, { recursive: true, force: true });
});

describe("a real VS Code, driven from outside", () => {
  let server: VscodeServer;
  let browser: Browser;
  let workbench: Workbench;
  let control: Control;

  beforeAll(async () => {
    control = controlIn(folder);
    server = await startVscode({ workspace, extensionsDir, environment: control.environment });
    browser = await launchBrowser();
    workbench = await openWorkbench(browser, server);
  });

  afterAll(async () => {
    await browser?.close();
    await server?.stop();
  });

  it("evaluates inside the extension host", async () => {
    const seen = await control.evaluate(
      (vscode, { id }) => ({
        version: vscode.version,
        folder: vscode.workspace.workspaceFolders?.[0]?.uri.fsPath,
        known: vscode.extensions.getExtension(id) !== undefined,
      }),
      { id: "silverpoint-test.sample" },
    );
    expect(seen).toEqual({ version: "1.139.1", folder: workspace, known: true });
    await expect(control.evaluate(() => Promise.reject(new Error("as told")))).rejects.toThrow("as told");
  });

  it("keeps the keys and the home of whoever runs it away", async () => {
    const environment = await control.evaluate(() => ({ ...process.env }));
    expect(environment.HOME).toBe(join(server.dataFolder, "home"));
    expect(Object.keys(environment).filter((name) => /^(ANTHROPIC|OPENAI|CLAUDE|VITEST)/.test(name))).toEqual([]);
  });

  it("runs commands by title and by id, and reads notifications", async () => {
    await runCommand(workbench.page, "Sample: Greet");
    await runCommand(workbench.page, "sample.greet");
    await expect.poll(() => notifications(workbench.page)).toContain("Good day");
    await runCommand(workbench.page, "notifications.clearAll");
  });

  it("presses a button of a modal dialog", async () => {
    await runCommand(workbench.page, "sample.ask");
    await dialog(workbench.page).getByText("Really?").waitFor();
    await dialogButton(workbench.page, "Surely");
    const answer = () =>
      control.evaluate((vscode) => vscode.extensions.getExtension("silverpoint-test.sample")?.exports.answer());
    await expect.poll(answer).toBe("Surely");
  });

  it("finds a webview's content, and what its policy refused", async () => {
    await openQuick(workbench.page, "one.sample");
    const frame = await webviewWith(workbench.page, "h1");
    await expect.poll(() => frame.locator("h1").textContent()).toBe("Sample: first and script");
    await expect.poll(() => workbench.policyReports.map(({ directive }) => directive)).toContain("style-src-attr");
    expect(await readFile(await screenshot(workbench.page, "host"))).not.toHaveLength(0);
  });

  it("reloads the window into a new extension host", async () => {
    await control.evaluate(() => void Reflect.set(globalThis, "silverpointMark", true));
    await control.forgetHost();
    await reloadWorkbench(workbench.page);
    expect(await control.evaluate(() => Reflect.get(globalThis, "silverpointMark") ?? "new")).toBe("new");
    const frame = await webviewWith(workbench.page, "h1");
    await expect.poll(() => frame.locator("h1").textContent()).toBe("Sample: first and script");
  });

  it("leaves no process and no temporary folder", async () => {
    expect((await groupMembers(server.processGroup)).length).toBeGreaterThan(2);
    await workbench.close();
    await server.stop();
    expect(await groupMembers(server.processGroup)).toEqual([]);
    expect(await processesNaming(server.dataFolder)).toEqual([]);
    await expect(readdir(server.dataFolder)).rejects.toThrow("ENOENT");
  });
});

/** What all files below a folder say; nothing where there is none yet. */
async function textsBelow(root: string): Promise<string> {
  const entries = await readdir(root, { recursive: true, withFileTypes: true }).catch(() => []);
  const files = entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
  return (await Promise.all(files.map((file) => readFile(file, "utf8").catch(() => "")))).join("\n");
}

describe("a second start", () => {
  it("brings back what was unsaved, on the same port and in the same browser context", async () => {
    const userData = join(folder, "kept");
    await writeFile(join(workspace, "note.txt"), "saved");
    const browser = await launchBrowser();
    const context = await browser.newContext();
    let first: VscodeServer | undefined;
    let second: VscodeServer | undefined;
    try {
      first = await startVscode({ workspace, userData });
      const before = await openWorkbench(browser, first, { context });
      await openQuick(before.page, "note.txt");
      await before.page.locator(".monaco-editor.focused").waitFor();
      await before.page.keyboard.type("unsaved and ");
      await expect.poll(() => textsBelow(join(userData, "User", "Backups"))).toContain("unsaved and saved");
      await before.close();
      await first.stop();

      second = await startVscode({ workspace, userData, port: first.port });
      expect(second.port).toBe(first.port);
      const after = await openWorkbench(browser, second, { context });
      const lines = after.page.locator(".monaco-editor .view-lines");
      await expect.poll(() => lines.textContent()).toMatch(/unsaved.and.saved/);
      expect(await readFile(join(workspace, "note.txt"), "utf8")).toBe("saved");
    } finally {
      await browser.close();
      await first?.stop();
      await second?.stop();
    }
  });
});

describe("tests inside the extension host", () => {
  const inside = async (name: string, source: string) => {
    const file = join(folder, `${name}.test.ts`);
    await writeFile(file, source);
    const testsPath = await bundleTests([file], join(folder, name));
    return runTestsInside({
      extensionPath: sample,
      testsPath,
      workspace,
      environment: { GIVEN: "yes" },
      write: () => {},
    });
  };

  it("passes when they pass, with mocha's report", async () => {
    const outcome = await inside(
      "passing",
      `import { equal } from "node:assert/strict";
       import * as vscode from "vscode";
       describe("inside", () => {
         it("has the extension", () => equal(vscode.extensions.getExtension("silverpoint-test.sample") !== undefined, true));
         it("has the environment", () => equal(process.env.GIVEN, "yes"));
       });`,
    );
    expect(outcome.report).toContain("2 passing");
    expect(outcome.exitCode).toBe(0);
  });

  it("fails when one fails, and says which", async () => {
    const outcome = await inside("failing", `it("is wrong", () => { throw new Error("as intended"); });`);
    expect(outcome.report).toMatch(/1 failing[\s\S]*as intended/);
    expect(outcome.exitCode).not.toBe(0);
  });

  it("fails when there is no test", async () => {
    const outcome = await inside("none", "export {};");
    expect(outcome.report).toContain("There was no test to run.");
    expect(outcome.exitCode).not.toBe(0);
  });
});

/** The ids of processes in whose command line or environment the text stands. */
async function processesNaming(text: string): Promise<string[]> {
  const found: string[] = [];
  for (const id of await readdir("/proc").catch(() => [])) {
    if (!/^\d+$/.test(id)) continue;
    const parts = ["cmdline", "environ"].map((part) => readFile(join("/proc", id, part), "utf8").catch(() => ""));
    if ((await Promise.all(parts)).join("").includes(text)) found.push(id);
  }
  return found;
}
