import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import { type Browser, type BrowserContext, chromium, type Page } from "playwright-core";
import { cacheFolder } from "./cacheFolder.ts";
import { installChromium } from "./installChromium.ts";
import { type PolicyReport, watchPolicyReports } from "./policyReports.ts";
import type { VscodeServer } from "./vscodeServer.ts";
import { runCommand } from "./workbench.ts";

export interface PageError {
  text: string;
  /** The source that it came from, where the browser knows it. */
  url: string | undefined;
}

export interface Workbench {
  readonly page: Page;
  readonly context: BrowserContext;
  /** Errors on the console of the page and of every frame in it, and uncaught ones. VS Code itself logs some. */
  readonly errors: readonly PageError[];
  /** What a content security policy refused, in the page and in every webview. */
  readonly policyReports: readonly PolicyReport[];
  close(): Promise<void>;
}

export interface OpenOptions {
  /** VS Code's start parameters, such as `["extensionDevelopmentPath", "vscode-remote://…"]`. */
  payload?: readonly (readonly [string, string])[];
  /** A context of earlier windows: their state lives in it. Without it, a new one that `close` closes. */
  context?: BrowserContext;
  size?: { width: number; height: number };
}

// Names other than this machine's lead nowhere, so no test can reach beyond it.
const onlyThisMachine = "--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1, EXCLUDE localhost";

const browserArguments = [
  "--no-sandbox",
  "--disable-gpu",
  "--disable-quic",
  "--no-first-run",
  "--no-proxy-server",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
  onlyThisMachine,
];

/** Starts Chromium without a window of its own. It ends with `close()`, and with this process. */
export async function launchBrowser(more: { ignoreDefaultArgs?: string[] } = {}): Promise<Browser> {
  const { executable, environment } = await installChromium();
  return chromium.launch({
    executablePath: executable,
    args: browserArguments,
    env: browserEnvironment(environment),
    ...more,
  });
}

/** The browser leaves its crash folder and its caches in the shared cache instead of in the person's home. */
function browserEnvironment(extra: Readonly<Record<string, string>>): Record<string, string | undefined> {
  const home = join(cacheFolder(), "browser");
  return { ...process.env, XDG_CONFIG_HOME: home, XDG_CACHE_HOME: home, ...extra };
}

/** Opens VS Code's window on the server's workspace. Resolves when the extension host runs and knows its extensions. */
export async function openWorkbench(
  browser: Browser,
  server: VscodeServer,
  options: OpenOptions = {},
): Promise<Workbench> {
  const workbench = await openPage(browser, options);
  try {
    // A page of many files, the first time without a cache: on a busy machine that takes longer than any other wait.
    await workbench.page.goto(workbenchUrl(server, options.payload), { timeout: 180_000 });
    await workbenchReady(workbench.page);
    return workbench;
  } catch (error) {
    const said = [...workbench.errors.slice(-20).map(({ text }) => text), server.logs().slice(-2000)].join("\n");
    await workbench.close();
    throw new Error(`VS Code's window did not get ready:\n${said}`, { cause: error });
  }
}

/** A page that records errors and policy reports, before it goes anywhere. */
export async function openPage(browser: Browser, options: OpenOptions = {}): Promise<Workbench> {
  const context = options.context ?? (await browser.newContext());
  const page = await context.newPage();
  await page.setViewportSize(options.size ?? { width: 1280, height: 800 });
  const errors: PageError[] = [];
  page.on("console", (message) => {
    if (message.type() === "error") errors.push({ text: message.text(), url: message.location().url });
  });
  page.on("pageerror", (error) => errors.push({ text: error.stack ?? error.message, url: undefined }));
  const policyReports = await watchPolicyReports(page);
  const close = () => (options.context === undefined ? context.close() : page.close());
  return { page, context, errors, policyReports, close };
}

/** The address of the server's window with VS Code's start parameters in it. */
export function workbenchUrl(server: VscodeServer, payload: OpenOptions["payload"] = []): string {
  return payload.length === 0 ? server.url : `${server.url}&payload=${encodeURIComponent(JSON.stringify(payload))}`;
}

/**
 * Reloads the window with "Developer: Reload Window", which writes the window's state first, as `page.reload()` doesn't.
 * Waits as `openWorkbench` does.
 */
export async function reloadWorkbench(page: Page): Promise<void> {
  await reloadedBy(page, () => runCommand(page, "workbench.action.reloadWindow"));
}

/** Waits, as `openWorkbench` does, for the window that comes after something has reloaded this one. */
export async function reloadedBy(page: Page, reload: () => Promise<unknown>): Promise<void> {
  const loaded = page.waitForEvent("load", { timeout: 120_000 });
  await Promise.all([reload(), loaded]);
  await workbenchReady(page);
}

// VS Code leaves this mark when the extension host is up and the list of extensions is known.
const extensionsMark = "code/didLoadExtensions";

async function workbenchReady(page: Page): Promise<void> {
  await page.locator(".monaco-workbench").waitFor({ timeout: 120_000 });
  const isMarked = (name: string) => performance.getEntriesByName(name).length > 0;
  await page.waitForFunction(isMarked, extensionsMark, { timeout: 120_000 });
  await idle(page);
}

/**
 * Resolves once the window had nothing to do. VS Code makes some of its services only then, the one that knows the custom
 * editors among them: a document that is clicked before opens as text. Idle moments come to who waits longest; a window that
 * draws nothing may have none, so that the browser gives one after ten seconds.
 */
async function idle(page: Page): Promise<void> {
  await page.evaluate(() => new Promise<void>((resolve) => requestIdleCallback(() => resolve(), { timeout: 10_000 })));
}

/** Writes `test-results/<name>.png`, below the folder the tests were started in. */
export async function screenshot(page: Page, name: string): Promise<string> {
  await mkdir("test-results", { recursive: true });
  const path = join("test-results", `${name}.png`);
  await page.screenshot({ path });
  return path;
}
