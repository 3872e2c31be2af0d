import { rm } from "node:fs/promises";
import { join } from "node:path";
import type { Browser, Page } from "playwright-core";
import { launchBrowser, openWorkbench, reloadWorkbench, type Workbench } from "../host/browser.ts";
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
  readonly size?: { width: number; height: number };
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
  stop(): Promise<void>;
}

export async function startProduct(options: ProductOptions): Promise<Product> {
  const extensionsDir = join(options.folder, "extensions");
  const staged = join(options.folder, "staged");
  await rm(extensionsDir, { recursive: true, force: true });
  await stageExtension(checkout, staged);
  await fillExtensionsFolder(extensionsDir, [staged, controlExtension]);
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
  });
  let browser: Browser | undefined;
  const stop = async () => {
    await browser?.close();
    await server.stop();
  };
  try {
    browser = await launchBrowser();
    const workbench = await openWorkbench(browser, server, options.size && { size: options.size });
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
  };
}
