import type { Frame, Locator, Page } from "playwright-core";
import { waitUntil } from "../host/waitUntil.ts";
import { innerFrames, webviewWith } from "../host/webviewFrame.ts";

/** There from the moment the panel has its state. */
const shownPanel = "silverpoint-composer textarea";

/** The panel as a person uses it: by the names that they see and hear. */
export class PanelDriver {
  readonly page: Page;
  readonly frame: Frame;

  private constructor(page: Page, frame: Frame) {
    this.page = page;
    this.frame = frame;
  }

  /** The panel that is shown; waits until it has its state. */
  static async in(page: Page): Promise<PanelDriver> {
    const frame = await webviewWith(page, shownPanel);
    return new PanelDriver(page, frame);
  }

  /** So many panels, as soon as that many are shown. */
  static async allIn(page: Page, count: number): Promise<readonly PanelDriver[]> {
    return waitUntil(`${count} panels`, async () => {
      const frames = innerFrames(page);
      const shown = await Promise.all(
        frames.map((frame) =>
          frame
            .locator(shownPanel)
            .count()
            .catch(() => 0),
        ),
      );
      const panels = frames.filter((_, index) => shown[index] === 1).map((frame) => new PanelDriver(page, frame));
      return panels.length === count ? panels : undefined;
    });
  }

  get composer(): Locator {
    return this.frame.getByRole("textbox", { name: "Message", exact: true });
  }

  get designName(): Locator {
    return this.frame.getByRole("textbox", { name: "Design Name", exact: true });
  }

  /** Messages that wait in the queue. */
  get queue(): Locator {
    return this.frame.getByRole("region", { name: /^Queued/ });
  }

  /** Messages that a turn handed back and that aren't in the composer. */
  get handedBack(): Locator {
    return this.frame.getByRole("region", { name: /handed back/ });
  }

  get items(): Locator {
    return this.frame.getByRole("feed", { name: "Conversation" }).getByRole("article");
  }

  /** The design as it is drawn. */
  get drawing(): Locator {
    return this.frame.locator("silverpoint-canvas svg");
  }

  /** Resolves when a page is drawn. */
  async waitForDrawing(): Promise<void> {
    await this.drawing.locator("[data-page]").first().waitFor({ state: "attached" });
  }

  /** The ids of the nodes that are drawn, in the order of the document. */
  async drawnNodes(): Promise<string[]> {
    return this.drawing
      .locator("[data-node]")
      .evaluateAll((nodes) => nodes.map((node) => node.getAttribute("data-node") ?? ""));
  }

  /** The words in the drawing. */
  async drawingText(): Promise<string> {
    return (await this.drawing.locator("text").allTextContents()).join("\n");
  }

  button(name: string): Locator {
    return this.frame.getByRole("button", { name, exact: true });
  }

  /** Types a message and sends it with Enter. */
  async send(text: string): Promise<void> {
    await this.composer.click();
    await this.composer.pressSequentially(text);
    await this.composer.press("Enter");
  }

  /** Resolves when a text can be seen in the conversation. */
  async waitForText(text: string): Promise<void> {
    await this.items.filter({ hasText: text }).first().waitFor();
  }

  /** Resolves when the conversation has at least so many items. */
  async waitForItems(count: number): Promise<void> {
    await this.items.nth(count - 1).waitFor();
  }

  /** Resolves when no turn runs any more. */
  async waitUntilIdle(): Promise<void> {
    await this.button("Stop").waitFor({ state: "detached" });
  }

  /** Sends a message and waits until its answer is complete. */
  async ask(text: string): Promise<void> {
    const before = await this.items.count();
    await this.send(text);
    await this.waitForItems(before + 2);
    await this.waitUntilIdle();
  }

  /** Chooses an entry of the ⋯ menu. */
  async choose(entry: string): Promise<void> {
    await this.button("More Actions").click();
    await this.frame.getByRole("menuitem", { name: entry, exact: true }).click();
  }

  /** The line above the conversation: model, context, tokens and cost, as it is read out. */
  async header(): Promise<string> {
    const meter = this.frame.getByRole("meter", { name: "Context" });
    const used = (await meter.count()) === 0 ? "" : await meter.getAttribute("aria-valuetext");
    const words = await this.frame.locator("silverpoint-conversation header").textContent();
    return `${words?.replace(/\s+/g, " ").trim()} | ${used}`;
  }

  /** What the items say, one text each, without the line of what can be done with them and when they came. */
  async texts(): Promise<string[]> {
    return this.items.evaluateAll((items) =>
      items.map((item) => {
        const lines = [...item.querySelectorAll<HTMLElement>(".item-actions")];
        for (const line of lines) line.style.display = "none";
        // biome-ignore lint/performance/useDomNodeTextContent: only what can be seen is said, with its line breaks.
        const text = item instanceof HTMLElement ? item.innerText : "";
        for (const line of lines) line.style.removeProperty("display");
        return text.trim();
      }),
    );
  }
}
