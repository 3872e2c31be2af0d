import { rm } from "node:fs/promises";
import { join } from "node:path";
import type { Browser, BrowserContext, Page } from "playwright-core";
import { launchBrowser, openWorkbench, reloadedBy, reloadWorkbench, type Workbench } from "../host/browser.ts";
import { type Control, controlIn } from "../host/control.ts";
import { fillExtensionsFolder } from "../host/extensionsFolder.ts";
import { startVscode, type VscodeServer } from "../host/vscodeServer.ts";
import { runCommand } from "../host/workbench.ts";
import { PanelDriver } from "./panelDriver.ts";
import { stageExtension } from "./stagedExtension.ts";

/** Tests and the demo run from the checkout's top folder. */
const checkout = process.cwd();
const controlExtension = join(checkout, "test", "support", "control");

export interface ProductOptions {
  /** The folder that the window opens. */
  readonly workspace: string;
  /** Everything that outlives one start: VS Code's data, the installed extension. */
  readonly folder: string;
  /** The address of a scripted model server. */
  readonly modelServer: string;
  /** The key in the environment; undefined for none. */
  readonly apiKey?: string | undefined;
  readonly environment?: Readonly<Record<string, string>>;
  readonly settings?: Readonly<Record<string, unknown>>;
  /** Folders of further extensions that are installed. */
  readonly extensions?: readonly string[];
  readonly size?: { width: number; height: number };
  /** The port and the browser context of an earlier start: the window's state lives in them. The context's browser stays open at the end. */
  readonly port?: number;
  readonly context?: BrowserContext;
}

/** The installed extension in a real VS Code with a real browser before it, as a person has it. */
export interface Product {
  readonly page: Page;
  readonly workbench: Workbench;
  readonly server: VscodeServer;
  readonly control: Control;
  /** Opens a package of the workspace by its folder's name, and waits for its panel. */
  openPackage(name: string): Promise<PanelDriver>;
  save(): Promise<void>;
  closeEditor(): Promise<void>;
  /** Reloads the window as "Developer: Reload Window" does; the extension host is a new one then. */
  reload(): Promise<void>;
  /** The same, so many milliseconds after this call. Here the delay is what a test varies; it waits for nothing with it. */
  reloadAfter(milliseconds: number): Promise<void>;
  stop(): Promise<void>;
}

export async function startProduct(options: ProductOptions): Promise<Product> {
  const extensionsDir = join(options.folder, "extensions");
  const staged = join(options.folder, "staged");
  await rm(extensionsDir, { recursive: true, force: true });
  await stageExtension(checkout, staged);
  await fillExtensionsFolder(extensionsDir, [staged, controlExtension, ...(options.extensions ?? [])]);
  const control = controlIn(options.folder);
  await control.forgetHost();
  const server = await startVscode({
    workspace: options.workspace,
    userData: join(options.folder, "data"),
    extensionsDir,
    environment: {
      ...control.environment,
      ANTHROPIC_BASE_URL: options.modelServer,
      ...(options.apiKey === undefined ? {} : { ANTHROPIC_API_KEY: options.apiKey }),
      ...options.environment,
    },
    ...(options.settings && { settings: options.settings }),
    ...(options.port !== undefined && { port: options.port }),
  });
  let browser: Browser | undefined;
  const stop = async () => {
    await browser?.close();
    await server.stop();
  };
  try {
    const { context, size } = options;
    if (context === undefined) browser = await launchBrowser();
    const owner = browser ?? context?.browser();
    if (!owner) throw new Error("The context has no browser.");
    const workbench = await openWorkbench(owner, server, { ...(context && { context }), ...(size && { size }) });
    return { ...actions(workbench.page, control, options.workspace), workbench, server, control, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

function actions(page: Page, control: Control, workspace: string) {
  return {
    page,
    openPackage: async (name: string) => {
      await control.evaluate(
        async (vscode, path) => {
          await vscode.commands.executeCommand("silverpoint.openPackage", vscode.Uri.file(path));
        },
        join(workspace, name),
      );
      return PanelDriver.in(page);
    },
    save: () => runCommand(page, "workbench.action.files.save"),
    closeEditor: () => runCommand(page, "workbench.action.closeActiveEditor"),
    reload: async () => {
      await control.forgetHost();
      await reloadWorkbench(page);
    },
    reloadAfter: (milliseconds: number) =>
      reloadedBy(page, async () => {
        await control.evaluate((vscode, delay) => {
          setTimeout(() => void vscode.commands.executeCommand("workbench.action.reloadWindow"), delay);
        }, milliseconds);
        await control.forgetHost();
      }),
  };
}
