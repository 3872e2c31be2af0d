import type { Frame, Locator, Page } from "playwright-core";
import { webviewWith } from "../host/webviewFrame.ts";

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
    const frame = await webviewWith(page, "silverpoint-panel");
    const panel = new PanelDriver(page, frame);
    await panel.composer.waitFor();
    return panel;
  }

  get composer(): Locator {
    return this.frame.getByRole("textbox", { name: "Message", exact: true });
  }

  get items(): Locator {
    return this.frame.getByRole("feed", { name: "Conversation" }).getByRole("article");
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

  /** What the items say, one text each. */
  async texts(): Promise<string[]> {
    return this.items.allInnerTexts();
  }
}
