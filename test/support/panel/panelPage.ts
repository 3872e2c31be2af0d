/** The panel in a real browser, under the policy it has in VS Code, with the host's end of the protocol in the test. */
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import type { Browser, BrowserContext, Page } from "playwright-core";
import {
  type CallHandlers,
  type CallName,
  type Change,
  type FromHost,
  HostEnd,
  type PanelState,
} from "../../../src/protocol/index.ts";
import { launchBrowser } from "../host/browser.ts";
import { installFakeHost } from "./fakeHost.ts";
import { bundlePanel, pageFile } from "./pageFiles.ts";
import { panelStateOf } from "./states.ts";
import type { Theme } from "./themes.ts";

interface Violation {
  readonly directive: string;
  readonly blocked: string;
  readonly sample: string;
}

/** One call of the panel, as it arrived. */
interface Call {
  readonly name: CallName;
  readonly input: unknown;
}

type Answers = { -readonly [N in CallName]: CallHandlers[N] };

interface OpenOptions {
  readonly state?: PanelState;
  readonly theme?: Theme;
  /** One that there is a translation for; English without it. */
  readonly language?: "ja" | "zh-cn";
  readonly width?: number;
  readonly height?: number;
}

/**
 * A browser and a server for the tests of one file. Its pages share a context, so that the panel's script is fetched and
 * compiled once; what a panel keeps is its page's own.
 */
export class PanelBench {
  #browser: Browser;
  #context: BrowserContext;
  #server: Server;
  /** Paths that were asked for and aren't the page's own. */
  readonly strangeRequests: string[];

  private constructor(browser: Browser, context: BrowserContext, server: Server, strangeRequests: string[]) {
    this.#browser = browser;
    this.#context = context;
    this.#server = server;
    this.strangeRequests = strangeRequests;
  }

  static async start(): Promise<PanelBench> {
    const bundle = await bundlePanel();
    const strangeRequests: string[] = [];
    const server = createServer((request, response) => {
      const url = new URL(request.url ?? "/", "http://127.0.0.1");
      const answer = pageFile(url, originOf(server), bundle);
      if (answer === undefined) strangeRequests.push(url.href);
      response.writeHead(answer === undefined ? 404 : 200, { "content-type": answer?.type ?? "text/plain" });
      response.end(answer?.body ?? "");
    });
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    const browser = await launchBrowser({ ignoreDefaultArgs: ["--hide-scrollbars"] });
    const context = await browser.newContext();
    await context.grantPermissions(["clipboard-read", "clipboard-write"]);
    return new PanelBench(browser, context, server, strangeRequests);
  }

  get origin(): string {
    return originOf(this.#server);
  }

  async open(options: OpenOptions = {}): Promise<PanelPage> {
    const { state = panelStateOf(), theme = "dark", language = "en", width = 1280, height = 800 } = options;
    const page = await this.#context.newPage();
    await page.setViewportSize({ width, height });
    const panel = new PanelPage(page, state);
    await page.exposeFunction("toHost", (message: unknown) => panel.receive(message));
    await page.addInitScript(installFakeHost);
    await page.goto(`${this.origin}/?theme=${theme}&language=${language}`);
    await page.locator("silverpoint-composer textarea").waitFor();
    return panel;
  }

  async close(): Promise<void> {
    await this.#browser.close();
    await new Promise((resolve) => this.#server.close(resolve));
  }
}

/** One open panel. The host behind it is the product's own HostEnd; what it answers can be changed. */
export class PanelPage {
  readonly page: Page;
  readonly calls: Call[] = [];
  /** How often the panel asked for the whole state. */
  readyCount = 0;
  /** What each call is answered with; throwing refuses it. */
  readonly answers: Answers = defaultAnswers();
  #state: PanelState;
  #host: HostEnd;
  #posting: Promise<unknown> = Promise.resolve();
  #isReloading = false;
  #onReady: () => void = () => {};

  constructor(page: Page, state: PanelState) {
    this.page = page;
    this.#state = state;
    this.#host = this.#newHost();
  }

  async receive(message: unknown): Promise<void> {
    if (kindOf(message) === "ready") {
      this.readyCount++;
      if (this.#isReloading) this.#host = this.#newHost();
      this.#isReloading = false;
    }
    if (isCall(message)) this.calls.push({ name: message.name, input: message.input });
    await this.#host.receive(message);
    if (kindOf(message) === "ready") this.#onReady();
  }

  /** Replaces parts of the state, as one message of differences. */
  async set(values: Partial<Omit<PanelState, "items">>, ...removed: string[]): Promise<void> {
    const kept = Object.entries({ ...this.#state, ...values }).filter(([key]) => !removed.includes(key));
    this.#state = { ...panelStateOf(), ...Object.fromEntries(kept) };
    await this.change({ op: "set", values, removed });
  }

  /** Sends differences without waiting until they are shown: within a call's answer nothing else can be. */
  send(...changes: Change[]): void {
    this.#host.sendChanges(changes);
  }

  /** Sends differences as one message. */
  async change(...changes: Change[]): Promise<void> {
    this.#host.sendChanges(changes);
    await this.settled();
  }

  /** Posts a message past the host's end, as one that went wrong on its way. */
  async post(message: FromHost): Promise<void> {
    await this.page.evaluate((data) => window.postMessage(data, "*"), message);
  }

  /** Asks the panel for what only a browser can do. */
  get ask(): HostEnd["ask"] {
    return (name, input) => this.#host.ask(name, input);
  }

  async focusComposer(): Promise<void> {
    this.#host.focusComposer();
    await this.settled();
  }

  /** The state that the next `ready` is answered with. */
  keep(state: PanelState): void {
    this.#state = state;
  }

  /** Replaces the whole state: the panel is made to ask for it. */
  async replaceState(state: PanelState): Promise<void> {
    this.#state = state;
    const asked = new Promise<void>((resolve) => {
      this.#onReady = resolve;
    });
    await this.page.evaluate(() => window.postMessage({ kind: "unknown" }, "*"));
    await asked;
    await this.settled();
  }

  /** Everything that was posted has arrived, and been drawn: two frames after it. */
  async settled(): Promise<void> {
    await this.#posting;
    await this.page.evaluate(
      () => new Promise<void>((resolve) => requestAnimationFrame(() => requestAnimationFrame(() => resolve()))),
    );
  }

  callsOf(name: CallName): unknown[] {
    return this.calls.filter((call) => call.name === name).map((call) => call.input);
  }

  /** What has the focus: its name, or else its element's; a button's inner part counts as the button. */
  async focused(): Promise<string> {
    return this.page.evaluate(() => {
      const { activeElement } = document;
      const name = activeElement?.getAttribute("aria-label") ?? activeElement?.textContent?.trim() ?? "";
      return activeElement === document.body || name === "" ? (activeElement?.localName ?? "") : name;
    });
  }

  async savedState(): Promise<unknown> {
    const stored = await this.page.evaluate(() => sessionStorage.getItem("state"));
    return stored === null ? undefined : JSON.parse(stored);
  }

  async violations(): Promise<Violation[]> {
    const stored = await this.page.evaluate(() => document.documentElement.dataset.violations ?? "");
    return stored
      .split("\n")
      .filter((line) => line !== "")
      .map((line) => JSON.parse(line));
  }

  /**
   * A reload as VS Code does one: the page is new, its kept state and the host's conversation are not. What the old page
   * says while it goes has no answer.
   */
  async reload(): Promise<void> {
    this.#host.close();
    await this.#posting;
    this.#isReloading = true;
    await this.page.reload();
    await this.page.getByRole("textbox", { name: "Message" }).waitFor();
  }

  /** What the host's end still had to say finds nobody any more. */
  async close(): Promise<void> {
    this.#host.close();
    await this.#posting;
    await this.page.close();
  }

  #newHost(): HostEnd {
    return new HostEnd({
      post: (message) => {
        // What is said to a page that is just being closed reaches nobody.
        this.#posting = this.#posting.then(() => (this.page.isClosed() ? undefined : this.post(message)));
      },
      handlers: this.answers,
      state: () => this.#state,
      onInvalid: (reason) => {
        throw new Error(reason);
      },
    });
  }
}

function defaultAnswers(): Answers {
  const done = () => ({});
  const accepted = () => ({ accepted: true });
  return {
    send: accepted,
    readImage: () => ({}),
    enterImage: ({ name }) => ({ name, sha256: "0".repeat(64) }),
    drawSelection: ({ nodes }) => ({ images: nodes.map(({ name }) => ({ name, sha256: "1".repeat(64) })) }),
    readSentMessages: () => ({ messages: [], more: false }),
    retryTurn: accepted,
    reviseMessage: done,
    chooseMode: done,
    answerCard: done,
    rate: done,
    sendUnsent: accepted,
    stop: done,
    removeQueued: done,
    editQueued: done,
    releaseQueue: done,
    dismissUnsent: done,
    keepDraft: done,
    renameDesign: done,
    readDrawing: () => ({ kind: "whole", drawing: { revision: 1, components: {} } }),
    lookAt: done,
    addImage: done,
    reloadDesign: done,
    heartbeat: done,
    readItems: done,
    copyItem: done,
    disallow: done,
    undoRewrite: done,
    findItems: () => ({ count: 0, matches: [] }),
    openLink: done,
    runCommand: done,
  };
}

function kindOf(message: unknown): unknown {
  return typeof message === "object" && message !== null && "kind" in message ? message.kind : undefined;
}

function isCall(message: unknown): message is Call {
  return kindOf(message) === "call";
}
function originOf(server: Server): string {
  const address = server.address();
  return `http://127.0.0.1:${isAddressInfo(address) ? address.port : 0}`;
}

function isAddressInfo(address: string | AddressInfo | null): address is AddressInfo {
  return typeof address === "object" && address !== null;
}
