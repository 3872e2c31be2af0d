/** The design's half in a real browser, under the policy it has in VS Code, with a server that has a package's images. */
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { build } from "esbuild";
import type { Browser, Locator, Page } from "playwright-core";
import type { JsonObject } from "../../src/drawing/index.ts";
import { launchBrowser } from "../support/host/browser.ts";
import { installFakeHost } from "../support/panel/fakeHost.ts";
import { type Bundle, pageFile } from "../support/panel/pageFiles.ts";
import type { Theme } from "../support/panel/themes.ts";
import type { CanvasState } from "./canvasEntry.ts";

interface Told {
  readonly name: string;
  readonly input: unknown;
}

interface OpenOptions extends CanvasState {
  readonly theme?: Theme;
  readonly width?: number;
  readonly height?: number;
  /** The pane's share of the window in percent. */
  readonly split?: number;
  readonly scale?: number;
  /** The page takes markup from anyone, as it mustn't in VS Code. */
  readonly withoutPolicy?: boolean;
}

export class CanvasBench {
  readonly #browser: Browser;
  readonly #server: Server;
  /** Images by their names in `assets/`. */
  readonly #assets: ReadonlyMap<string, Uint8Array>;

  private constructor(browser: Browser, server: Server, assets: ReadonlyMap<string, Uint8Array>) {
    this.#browser = browser;
    this.#server = server;
    this.#assets = assets;
  }

  static async start(assets: ReadonlyMap<string, Uint8Array> = new Map()): Promise<CanvasBench> {
    const bundle = await bundleCanvas();
    const server = createServer((request, response) => {
      const url = new URL(request.url ?? "/", originOf(server));
      const image = url.pathname.startsWith("/assets/") ? assets.get(url.pathname.slice(8)) : undefined;
      const answer = image === undefined ? pageFile(url, url.origin, bundle) : { type: "image/png", body: image };
      response.writeHead(answer === undefined ? 404 : 200, { "content-type": answer?.type ?? "text/plain" });
      response.end(answer?.body ?? "");
    });
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    return new CanvasBench(await launchBrowser(), server, assets);
  }

  /** Where the images are, as the host would say it. */
  get assetsUrl(): string {
    return `${originOf(this.#server)}/assets/`;
  }

  get assetNames(): readonly string[] {
    return [...this.#assets.keys()];
  }

  /** A drawing of a page, with nothing around it unless a test says so. */
  drawing(page: JsonObject | undefined, more: { tokens?: JsonObject; components?: Record<string, JsonObject> } = {}) {
    return { page, tokens: more.tokens, components: more.components ?? {}, assets: this.assetsUrl };
  }

  async open(options: OpenOptions = {}): Promise<CanvasPage> {
    const {
      theme = "dark",
      width = 900,
      height = 700,
      split = 100,
      scale = 1,
      withoutPolicy = false,
      ...state
    } = options;
    const context = await this.#browser.newContext({
      viewport: { width, height },
      deviceScaleFactor: scale,
      bypassCSP: withoutPolicy,
    });
    const page = await context.newPage();
    const told: Told[] = [];
    await page.exposeFunction("toHost", (message: Told) => told.push(message));
    await page.addInitScript(installFakeHost);
    await page.goto(`${originOf(this.#server)}/?theme=${theme}&split=${split}`);
    const canvas = new CanvasPage(page, told);
    await canvas.show(state);
    return canvas;
  }

  async close(): Promise<void> {
    await this.#browser.close();
    await new Promise((resolve) => this.#server.close(resolve));
  }
}

export class CanvasPage {
  readonly page: Page;
  readonly #told: readonly Told[];

  constructor(page: Page, told: readonly Told[]) {
    this.page = page;
    this.#told = told;
  }

  get desk(): Locator {
    return this.page.locator(".desk");
  }

  /** Gives the pane something else to show, and waits until it is drawn. */
  async show(state: CanvasState): Promise<void> {
    await this.page.evaluate((changed) => {
      const take: unknown = Reflect.get(window, "show");
      if (typeof take === "function") take(changed);
    }, state);
    await this.settled();
  }

  /** Two frames later. */
  async settled(): Promise<void> {
    await this.page.evaluate(
      () => new Promise<void>((resolve) => requestAnimationFrame(() => requestAnimationFrame(() => resolve()))),
    );
  }

  toldOf(name: string): unknown[] {
    return this.#told.filter((each) => each.name === name).map(({ input }) => input);
  }

  /** What of the page lies where: the layer's transform as it is shown. */
  async view(): Promise<{ x: number; y: number; zoom: number }> {
    await this.settled();
    return this.page.locator(".layer").evaluate((layer) => {
      const { a, e, f } = new DOMMatrix(getComputedStyle(layer).transform);
      return { x: e, y: f, zoom: a };
    });
  }

  /** Where the middle of a drawn node is in the window. */
  async middleOf(id: string): Promise<{ x: number; y: number }> {
    const box = await this.page.locator(`.drawing [data-node="${id}"]`).first().boundingBox();
    if (box === null) throw new Error(`${id} isn't drawn.`);
    return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
  }

  async press(id: string, ...modifiers: ("Shift" | "Control")[]): Promise<void> {
    const { x, y } = await this.middleOf(id);
    for (const key of modifiers) await this.page.keyboard.down(key);
    await this.page.mouse.click(x, y);
    for (const key of modifiers) await this.page.keyboard.up(key);
    await this.settled();
  }

  async violations(): Promise<string> {
    return this.page.evaluate(() => document.documentElement.dataset.violations ?? "");
  }

  async savedViews(): Promise<unknown> {
    const stored = await this.page.evaluate(() => sessionStorage.getItem("state"));
    return stored === null ? undefined : JSON.parse(stored).views;
  }

  async close(): Promise<void> {
    await this.page.context().close();
  }
}

async function bundleCanvas(): Promise<Bundle> {
  const result = await build({
    // From the folder that the tests and the bench are started in: the bench itself runs from a bundle elsewhere.
    entryPoints: ["test/panel/canvasEntry.ts", "webview/styles/index.css"],
    bundle: true,
    write: false,
    outdir: "dist/webview",
    format: "iife",
    target: "chrome128",
    define: { "process.env.NODE_ENV": '"production"' },
  });
  const textOf = (ending: string) => result.outputFiles.find((file) => file.path.endsWith(ending))?.text ?? "";
  return { script: textOf(".js"), style: textOf(".css") };
}

function originOf(server: Server): string {
  const address: string | AddressInfo | null = server.address();
  return `http://127.0.0.1:${typeof address === "object" && address !== null ? address.port : 0}`;
}
