import type { Frame, Page } from "playwright-core";
import { waitUntil } from "./waitUntil.ts";

/**
 * Finds the frame that holds a webview's own content: a frame in a frame, of which VS Code may have several. The first
 * one for which `isWanted` says yes is returned; a frame that goes away while it is asked counts as no.
 */
export async function webviewFrame(
  page: Page,
  isWanted: (frame: Frame) => Promise<boolean>,
  limit = 120_000,
): Promise<Frame> {
  return waitUntil(
    "a webview with the wanted content",
    async () => {
      for (const frame of innerFrames(page)) {
        if (await isWanted(frame).catch(() => false)) return frame;
      }
      return undefined;
    },
    limit,
  ).catch(async (error: unknown) => {
    throw new Error(`${String(error)}\n${await whatIsShown(page)}`, { cause: error });
  });
}

/** What the window shows instead, for whoever reads why a test failed: its tabs, its messages, its webviews. */
async function whatIsShown(page: Page): Promise<string> {
  const tabs = await page.locator(".tab").allInnerTexts();
  const messages = await page.locator(".notifications-toasts, .monaco-dialog-box, .editor-placeholder").allInnerTexts();
  const webviews = await Promise.all(
    page
      .frames()
      .filter((frame) => frame !== page.mainFrame())
      .map(async (frame) => ({
        url: frame.url().slice(0, 200),
        inner: frame.parentFrame() !== page.mainFrame(),
        text: await frame
          .locator("body")
          .textContent({ timeout: 1_000 })
          .then((text) => text?.slice(0, 300), String),
        workers: await frame
          .evaluate(async () => {
            const registrations = await navigator.serviceWorker.getRegistrations();
            const states = registrations.flatMap(({ installing, waiting, active }) => [installing, waiting, active]);
            return [...states.map((worker) => worker?.state), navigator.serviceWorker.controller?.state];
          })
          .catch(String),
      })),
  );
  return JSON.stringify({ tabs, messages, webviews });
}

/** Finds the webview in which a selector matches something, visible or not. */
export async function webviewWith(page: Page, selector: string, limit?: number): Promise<Frame> {
  return webviewFrame(page, async (frame) => (await frame.locator(selector).count()) > 0, limit);
}

/** The frames that hold webviews' own content, loaded or not. */
export function innerFrames(page: Page): Frame[] {
  return page.frames().filter((frame) => frame.parentFrame()?.parentFrame() === page.mainFrame());
}
