import { mkdir, rm } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { answer, hold, text } from "../support/modelServer/index.ts";
import { copyPackage, packageAt } from "../support/product/packageFiles.ts";
import { PanelDriver } from "../support/product/panelDriver.ts";
import { startProduct } from "../support/product/product.ts";
import { type ProductRun, startProductRun } from "../support/product/productRun.ts";
import { activeTab, chooseInExplorer, clickDocument, showsDirty } from "../support/product/workbenchParts.ts";
import { isRequestPrefix, requestUnits } from "../support/requestPrefix.ts";

let run: ProductRun;

beforeAll(async () => {
  run = await startProductRun({
    environment: { TZ: "America/Los_Angeles", LANG: "en_US.UTF-8" },
    files: {
      "Clicked.silverpoint/document.json": '{ "name" : "Clicked", "pages" : [] }\n',
      "Chosen.silverpoint/document.json": '{ "name" : "Chosen", "pages" : [] }\n',
    },
  });
});

afterAll(() => run?.stop());
afterEach(({ task }) => run.clean(task));

describe("the main job", () => {
  it("PKG-0, PKG-6, BYT-2: open, ask, watch the answer stream in, save, close, open: the same, and on it goes", async () => {
    const { page } = run.product;
    const { modelServer } = run;
    await clickDocument(page, "Clicked.silverpoint");
    const panel = await PanelDriver.in(page);
    await expect.poll(() => panel.designName.inputValue()).toBe("Clicked");
    expect(await showsDirty(page)).toBe(false);

    modelServer.enqueue(answer(text("Begin with ", "the **title**."), hold("middle"), text(" Then the", " moon.")));
    await panel.send("Where shall I begin?");
    await modelServer.reached("middle");
    await panel.waitForText("Begin with the title.");
    await expect.poll(() => panel.texts()).not.toContain("moon");
    await panel.button("Stop").waitFor();
    await expect.poll(() => showsDirty(page)).toBe(true);
    modelServer.release("middle");
    await panel.waitForText("Begin with the title. Then the moon.");
    await panel.waitUntilIdle();

    await panel.composer.press("Control+s");
    await expect.poll(() => showsDirty(page)).toBe(false);
    const texts = await panel.texts();
    const header = await panel.header();
    expect(texts).toEqual(["Where shall I begin?", "Begin with the title. Then the moon."]);
    expect(header).toMatch(/tokens in.*out.*tokens of context used/);
    await run.product.closeEditor();
    await activeTab(page).waitFor({ state: "detached" });

    await clickDocument(page, "Clicked.silverpoint");
    const again = await PanelDriver.in(page);
    await again.waitForItems(2);
    await expect.poll(() => again.texts()).toEqual(texts);
    expect(await again.header()).toBe(header);
    expect(await showsDirty(page)).toBe(false);
    await again.ask("And then?");
    const [before, after] = modelServer.requests.map(({ body }) => body);
    expect(isRequestPrefix(before ?? "", after ?? "")).toBe(true);
    expect(requestUnits(after ?? "")).toHaveLength(requestUnits(before ?? "").length + 2);
    expect(modelServer.violations).toEqual([]);
  });

  it("PKG-2: Open Package… in the Explorer's menu of the folder opens the same editor", async () => {
    const { page } = run.product;
    await chooseInExplorer(page, "Chosen.silverpoint", "Open Package…");
    const panel = await PanelDriver.in(page);
    await expect.poll(() => panel.designName.inputValue()).toBe("Chosen");
    await chooseInExplorer(page, "Chosen.silverpoint", "Open Package…");
    await run.product.openPackage("Chosen.silverpoint");
    await expect.poll(() => page.getByRole("tab", { name: /\.silverpoint/ }).count()).toBe(1);
  });
});

describe("two processes with other time zones and languages", () => {
  it("BYT-2: the reopened conversation's next request is the one of the document that stayed open, byte for byte", async () => {
    const { modelServer, product } = run;
    const original = await run.newPackage();
    const answers = [
      answer(text("Larger: 1.6 times, 96 px; naïve 😀 “quotes”.")),
      answer("Then ", "the moon."),
    ] as const;
    const panel = await product.openPackage(original.name);
    modelServer.enqueue(answers[0]);
    await panel.ask("Make the title larger");
    await panel.composer.press("Control+s");
    await expect.poll(() => showsDirty(product.page)).toBe(false);

    const elsewhere = join(run.folder, "elsewhere");
    await mkdir(elsewhere);
    const copy = await copyPackage(packageAt(original.path), elsewhere);
    modelServer.enqueue(answers[1]);
    await panel.ask("Now the colours");

    const other = await startProduct({
      workspace: elsewhere,
      folder: join(run.folder, "other"),
      modelServer: modelServer.url,
      apiKey: "another-key",
      environment: { TZ: "Pacific/Auckland", LANG: "ja_JP.UTF-8", LC_ALL: "ja_JP.UTF-8" },
    });
    try {
      const zone = await other.control.evaluate(() => Intl.DateTimeFormat().resolvedOptions().timeZone);
      expect(zone).toBe("Pacific/Auckland");
      const reopened = await other.openPackage(copy.name);
      modelServer.enqueue(answers[1]);
      await reopened.waitForItems(2);
      await reopened.ask("Now the colours");
      expect(await reopened.texts()).toEqual(await panel.texts());
    } finally {
      await other.stop();
    }
    const bodies = modelServer.requests.map(({ body }) => body);
    expect(bodies).toHaveLength(3);
    expect(bodies[2]).toBe(bodies[1]);
    await rm(elsewhere, { recursive: true });
  });
});
