import { mkdir, mkdtemp, realpath, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { screenshot } from "../host/browser.ts";
import { groupMembers } from "../host/processGroup.ts";
import { waitUntil } from "../host/waitUntil.ts";
import { innerFrames } from "../host/webviewFrame.ts";
import { dialog, quickInput } from "../host/workbench.ts";
import { type ModelServer, type ModelServerOptions, startModelServer } from "../modelServer/index.ts";
import { makePackage, type PackageContent, type PackageFiles } from "./packageFiles.ts";
import { type Product, type ProductOptions, startProduct } from "./product.ts";
import { tidyWorkbench } from "./tidy.ts";

/** One VS Code and one scripted model server for the tests of a file. Each test takes a package of its own. */
export interface ProductRun {
  readonly product: Product;
  readonly modelServer: ModelServer;
  readonly workspace: string;
  /** Where everything of this run lies. */
  readonly folder: string;
  newPackage(content?: PackageContent): Promise<PackageFiles>;
  /**
   * After each test: closes every editor without saving, and lets the model server forget. A failed test leaves a
   * picture of the window in `test-results`.
   */
  clean(task?: FinishedTask): Promise<void>;
  /**
   * Kills every process of VS Code at once, as a power cut does, and starts it again with the same data, port and browser
   * context; `product` is the new one then. `meanwhile` acts while it doesn't run.
   */
  crash(meanwhile?: () => Promise<void>): Promise<void>;
  stop(): Promise<void>;
}

interface FinishedTask {
  readonly name: string;
  readonly result?: { readonly state: string } | undefined;
}

export type RunOptions = Partial<Omit<ProductOptions, "workspace" | "folder" | "modelServer">> & {
  /** Files of the workspace that are there when the window opens, by path. */
  readonly files?: Readonly<Record<string, string>>;
  /** How the scripted model server is, where it isn't as usual. */
  readonly server?: ModelServerOptions;
};

export async function startProductRun({ files = {}, server, ...options }: RunOptions = {}): Promise<ProductRun> {
  const folder = await mkdtemp(join(await realpath(tmpdir()), "silverpoint-product-"));
  const workspace = join(folder, "workspace");
  const modelServer = await startModelServer(server);
  const removeAll = async () => {
    await modelServer.close();
    await rm(folder, { recursive: true, force: true, maxRetries: 5 });
  };
  try {
    for (const [path, text] of Object.entries(files)) {
      await mkdir(join(workspace, path, ".."), { recursive: true });
      await writeFile(join(workspace, path), text);
    }
    await mkdir(workspace, { recursive: true });
    const started: ProductOptions = {
      apiKey: "scripted-key",
      ...options,
      workspace,
      folder,
      modelServer: modelServer.url,
    };
    const first = await startProduct(started);
    let product = first;
    let count = 0;
    return {
      get product() {
        return product;
      },
      modelServer,
      workspace,
      folder,
      newPackage: (content) => makePackage(workspace, `Poster ${++count}.silverpoint`, content),
      clean: async (task) => {
        if (task?.result?.state === "fail") await screenshot(product.page, `failed-${fileNameOf(task.name)}`);
        modelServer.reset();
        await closeEverything(product);
      },
      crash: async (meanwhile) => {
        const { server, page, workbench } = product;
        process.kill(-server.processGroup, "SIGKILL");
        await waitUntil("the end of VS Code", async () => (await groupMembers(server.processGroup)).length === 0);
        await page.close();
        await meanwhile?.();
        product = await startProduct({ ...started, port: server.port, context: workbench.context });
      },
      stop: async () => {
        await product.stop();
        await first.stop();
        await removeAll();
      },
    };
  } catch (error) {
    await removeAll();
    throw error;
  }
}

function fileNameOf(testName: string): string {
  return testName.replace(/\W+/g, "-").slice(0, 60);
}

/** Closes what a test left open, as somebody who wants none of it; each tab is asked to close once at a time. */
export async function closeEverything(product: Product): Promise<void> {
  const { page } = product;
  await waitUntil("all editors to be closed", async () => {
    if (await dialog(page).isVisible()) await dismissDialog(page);
    if (await quickInput(page).isVisible()) await page.keyboard.press("Escape");
    if ((await page.locator(".editor-group-container .tab").count()) === 0) return innerFrames(page).length === 0;
    await tidyWorkbench(product);
    return false;
  });
}

/** Answers the dialog. Another one may follow at once, so whoever calls looks again. */
async function dismissDialog(page: Product["page"]): Promise<void> {
  const button = (name: string) => dialog(page).getByRole("button", { name, exact: true });
  const dontSave = button("Don't Save");
  await ((await dontSave.count()) > 0 ? dontSave : button("Cancel")).click({ timeout: 2000 });
}
