import { join } from "node:path";
import type { Frame } from "playwright-core";
import { afterAll, afterEach, beforeAll, expect, it } from "vitest";
import { waitUntil } from "../support/host/waitUntil.ts";
import { innerFrames } from "../support/host/webviewFrame.ts";
import { quickInput, quickRows } from "../support/host/workbench.ts";
import { answer, text, toolCall } from "../support/modelServer/index.ts";
import { PanelDriver } from "../support/product/panelDriver.ts";
import { type ProductRun, startProductRun } from "../support/product/productRun.ts";
import { showsDirty } from "../support/product/workbenchParts.ts";

let run: ProductRun;

beforeAll(async () => {
  run = await startProductRun();
});

afterAll(() => run?.stop());
afterEach(({ task }) => run.clean(task));

const poster = `{ "name": "Poster", "pages": [ {"id":"p1", "name":"Front", "width":200, "height":100, "children":[
  {"id":"title", "type":"text", "name":"Title", "text":"Evening", "x":20, "y":20}
] } ] }\n`;

const operations = JSON.stringify([{ op: "update", id: "title", set: { text: "Morning" } }]);

const keyboard = () => run.product.page.keyboard;

/** Opens a package by the command palette and the dialog that it shows. */
async function openByPalette(name: string): Promise<PanelDriver> {
  const { page } = run.product;
  const input = quickInput(page).getByRole("textbox");
  const row = quickRows(page).filter({ hasText: "Silverpoint: Open Package…" });
  await waitUntil("the command in the palette", async () => {
    if (!(await quickInput(page).isVisible())) await keyboard().press("F1");
    await keyboard().press("Control+a");
    await keyboard().type(">Silverpoint: Open Package");
    return row
      .first()
      .waitFor({ timeout: 2_000 })
      .then(() => true);
  });
  await keyboard().press("Enter");
  await expect.poll(() => input.inputValue()).toMatch(/^\//);
  const path = join(run.workspace, name);
  // While it looks around, the dialog writes into its own box: what was put in before that is put in again.
  await waitUntil("the dialog to take the folder", async () => {
    if (!(await quickInput(page).isVisible())) return true;
    const shown = await input.inputValue({ timeout: 1_000 }).catch(() => undefined);
    if (shown === path || shown === `${path}/`) {
      await keyboard().press("Enter");
      return quickInput(page)
        .waitFor({ state: "hidden", timeout: 2_000 })
        .then(() => true);
    }
    if (shown !== undefined) {
      await keyboard().press("Control+a");
      await keyboard().insertText(path);
    }
    return false;
  });
  return PanelDriver.in(page);
}

/** What has the focus in the panel, by its name; empty while the panel itself hasn't it. */
function focused({ frame }: PanelDriver): Promise<string> {
  return frame.evaluate(() => {
    const { activeElement } = document;
    if (!document.hasFocus() || activeElement === null) return "";
    return activeElement.getAttribute("aria-label") ?? activeElement.textContent?.trim() ?? "";
  });
}

/** Goes with Tab, or Shift+Tab, to what has this name: in as many steps as somebody bears. */
async function goTo(panel: PanelDriver, name: string, key: "Tab" | "Shift+Tab"): Promise<void> {
  const passed: string[] = [];
  while (passed.length < 12) {
    await keyboard().press(key);
    const now = await focused(panel);
    if (now === name) return;
    passed.push(now);
  }
  throw new Error(`“${name}” isn't near. Passed: ${passed.join(" | ")}`);
}

/** Notes, from now on, whatever a mouse would do in the window and in the panel. */
async function watchMouse(frame: Frame): Promise<void> {
  await frame.evaluate(() => {
    for (const kind of ["pointerdown", "mousedown", "wheel", "touchstart"]) {
      window.addEventListener(kind, () => (document.body.dataset.mouse = "used"), { capture: true });
    }
  });
}

it("a whole turn with a card needs no mouse: opened, written, allowed, rated, found again, saved", async () => {
  const { page } = run.product;
  const files = await run.newPackage({ document: poster });
  await watchMouse(page.mainFrame());
  const panel = await openByPalette(files.name);
  await watchMouse(panel.frame);
  await panel.waitForDrawing();

  await keyboard().press("Control+Alt+m");
  await expect.poll(() => focused(panel)).toBe("Message");
  await goTo(panel, "Mode", "Tab");
  await keyboard().press("ArrowDown");
  const mode = panel.frame.getByRole("combobox", { name: "Mode" });
  await expect.poll(() => mode.inputValue()).toBe("Ask first");
  await keyboard().press("Control+Alt+m");
  await expect.poll(() => focused(panel)).toBe("Message");

  run.modelServer.enqueue(
    answer(text("Let me."), toolCall("change", "batch_design", JSON.stringify({ operations }))),
    answer("It is *morning* now."),
  );
  await keyboard().type("Make it a morning");
  await keyboard().press("Enter");
  await panel.button("Allow").waitFor();
  // The card has taken nothing: what is typed now is the next message.
  await expect.poll(() => focused(panel)).toBe("Message");
  expect(await panel.drawingText()).toContain("Evening");

  await goTo(panel, "Allow", "Shift+Tab");
  await keyboard().press("Enter");
  await panel.waitForText("It is morning now.");
  await panel.waitUntilIdle();
  await expect.poll(() => panel.drawingText()).toContain("Morning");
  expect(run.modelServer.requests).toHaveLength(2);

  // TRN-10: one more Enter at the settled card would have sent nothing; the way on leads to the answer below it.
  await goTo(panel, "Good Answer", "Tab");
  await keyboard().press("Enter");
  const good = panel.frame.getByRole("button", { name: "Good Answer", pressed: true });
  await good.waitFor();
  await goTo(panel, "Accurate", "Tab");
  await keyboard().press("Space");
  await panel.frame.getByRole("button", { name: "Accurate", pressed: true }).waitFor();

  await keyboard().press("Control+f");
  await expect.poll(() => focused(panel)).toBe("Find in Conversation");
  await keyboard().type("morning");
  await expect.poll(() => panel.frame.locator(".find [role=status]").textContent()).toMatch(/^1 of \d$/);
  await expect
    .poll(() => page.locator(".simple-find-part.visible, .find-widget.visible, .search-view").count())
    .toBe(0);
  await expect.poll(() => quickInput(page).count()).toBe(0);
  await keyboard().press("Escape");
  await expect.poll(() => focused(panel)).toBe("Accurate");

  await keyboard().press("Control+Alt+m");
  await expect.poll(() => focused(panel)).toBe("Message");
  await keyboard().type("words");
  for (let time = 0; time < 6; time++) await keyboard().press("Control+z");
  await expect.poll(() => panel.composer.inputValue()).toBe("");
  await keyboard().press("Control+s");
  await expect.poll(() => showsDirty(page)).toBe(false);
  // The change of the card is still there: the composer's undo wasn't the document's.
  expect(await panel.drawingText()).toContain("Morning");
  expect(JSON.parse(await files.text("document.json")).pages[0].children[0].text).toBe("Morning");
  const { feedback } = JSON.parse(await files.text("agent/conversation.json"));
  expect(Object.values(feedback)).toEqual([{ rating: "good", reasons: ["Accurate"] }]);
  expect(run.modelServer.violations).toEqual([]);

  for (const frame of [page.mainFrame(), ...innerFrames(page)]) {
    expect(await frame.evaluate(() => document.body.dataset.mouse)).toBeUndefined();
  }
});
