import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { runCommand } from "../support/host/workbench.ts";
import { answer } from "../support/modelServer/index.ts";
import { PanelDriver } from "../support/product/panelDriver.ts";
import { type ProductRun, startProductRun } from "../support/product/productRun.ts";
import { copyPicture, pastePicture } from "../support/product/workbenchParts.ts";
import { isRequestPrefix } from "../support/requestPrefix.ts";

let run: ProductRun;

beforeAll(async () => {
  run = await startProductRun();
});

afterAll(() => run?.stop());
afterEach(({ task }) => run.clean(task));

const document = `{ "name": "Poster", "pages": [ {"id":"p1", "width":200, "height":100, "children":[]} ] }\n`;

async function open() {
  const files = await run.newPackage({ document });
  return { files, panel: await run.product.openPackage(files.name) };
}

/** The content of the last message of a request. */
function lastContent(index: number): { type: string; source?: { media_type: string; data: string } }[] {
  return JSON.parse(run.modelServer.requests[index]?.body ?? "{}").messages.at(-1).content;
}

describe("images in the composer", () => {
  it("IMG-5, PKG-7: a pasted picture survives a reload, and reaches the model as an image", async () => {
    const { panel } = await open();
    await copyPicture(run.product);
    await pastePicture(panel);
    await panel.composer.pressSequentially("What is this?");
    await panel.composer.blur();
    await run.product.reload();

    const again = await PanelDriver.in(run.product.page);
    await again.frame.locator(".composer .thumbnails img").waitFor();
    await expect.poll(() => again.composer.inputValue()).toBe("What is this?");
    run.modelServer.enqueue(answer("A plain rectangle."));
    await again.composer.press("Enter");
    await again.waitForText("A plain rectangle.");
    const [image] = lastContent(0).filter(({ type }) => type === "image");
    expect(image?.source?.media_type).toBe("image/png");
    const bytes = Buffer.from(image?.source?.data ?? "", "base64");
    expect([bytes.readUInt32BE(16), bytes.readUInt32BE(20)]).toEqual([40, 20]);
    await expect.poll(() => again.frame.locator(".composer .thumbnails").count()).toBe(0);
  });
});

describe("undo in the composer", () => {
  it("leaves the document alone, also when there is nothing left to undo in the text", async () => {
    const { files, panel } = await open();
    await panel.designName.fill("Placard");
    await panel.designName.press("Enter");
    await expect.poll(() => panel.designName.inputValue()).toBe("Placard");
    await panel.composer.click();
    await panel.composer.pressSequentially("words");
    for (let time = 0; time < 4; time++) await panel.composer.press("Control+z");
    await expect.poll(() => panel.composer.inputValue()).toBe("");
    await panel.composer.press("Control+Shift+z");
    await expect.poll(() => panel.designName.inputValue()).toBe("Placard");
    await run.product.save();
    await expect.poll(async () => JSON.parse(await files.text("document.json")).name).toBe("Placard");
  });
});

describe("the last message", () => {
  it("TRN-6, BYT-3: is retried and edited by command, behind the turns before it", async () => {
    const { files, panel } = await open();
    run.modelServer.enqueue(answer("One."), answer("Two."), answer("Other."), answer("Better."));
    await panel.send("First");
    await panel.waitForText("One.");
    await panel.waitUntilIdle();
    await panel.send("Second");
    await panel.waitForText("Two.");
    await panel.waitUntilIdle();

    run.modelServer.forgetPrefixes();
    await runCommand(run.product.page, "silverpoint.retryTurn");
    await panel.waitForText("Other.");
    await panel.waitUntilIdle();
    const texts = async () => (await panel.texts()).map((text) => text.split("\n")[0]);
    await expect.poll(texts).toEqual(["First", "One.", "Second", "Other."]);

    await runCommand(run.product.page, "silverpoint.reviseMessage");
    await expect.poll(() => panel.composer.inputValue()).toBe("Second");
    await panel.frame.getByText("You are editing your last message").waitFor();
    await expect.poll(texts).toEqual(["First", "One.", "Second", "Other."]);
    run.modelServer.forgetPrefixes();
    await panel.composer.fill("Second, better");
    await panel.composer.press("Enter");
    await panel.waitForText("Better.");
    await panel.waitUntilIdle();
    await run.product.save();
    const read = async () => JSON.parse(await files.text("agent/conversation.json").catch(() => "{}"));
    await expect.poll(async () => (await read()).history?.length).toBe(4);
    expect((await read()).unsent).toEqual([]);
    const [first = "", second = "", retried = "", revised = ""] = run.modelServer.requests.map(({ body }) => body);
    expect(retried).toBe(second);
    expect(isRequestPrefix(first, revised)).toBe(true);
    expect(run.modelServer.violations).toEqual([]);
  });
});
