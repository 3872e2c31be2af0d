import { describe, expect, it } from "vitest";
import { encodeBase64 } from "../../../src/archive/base64.ts";
import { hashBytes } from "../../../src/archive/images.ts";
import { type ComposerParts, composerHandlers } from "../../../src/editor/composerHandlers.ts";
import { KeptDrafts } from "../../../src/editor/keptDrafts.ts";
import { message } from "../../support/messages.ts";
import { PackageOnDisk } from "../../support/packageOnDisk.ts";
import { makePng } from "../../support/pictures.ts";
import { answer, ScriptedModel, type Step } from "../../support/scriptedModel.ts";

const design = JSON.stringify({ name: "Poster", pages: [{ id: "p1", name: "Front", children: [] }] });

/** What a view's composer asks of a package that is really open, beside the disk it lies on. */
async function setUp(scripts: Step[][], more: Partial<ComposerParts> = {}) {
  const model = new ScriptedModel(...scripts);
  const disk = new PackageOnDisk(design);
  const { session } = await disk.open({ model });
  const drafts = new KeptDrafts({
    state: { keys: () => [], get: () => undefined, update: async () => undefined },
    mayKeep: () => true,
    warn: () => undefined,
  });
  const handlers = composerHandlers({
    session,
    drafts,
    scale: () => Promise.reject(new Error("not to be scaled")),
    blocked: () => undefined,
    prepare: async () => {
      await session.prepareToSend();
      return true;
    },
    warn: () => undefined,
    ...more,
  });
  const idle = () => expect.poll(() => session.turns.state).toBe("idle");
  const texts = () => session.conversation.items.map(({ text }) => text);
  return { model, disk, session, handlers, idle, texts };
}

const openings = (model: ScriptedModel) =>
  model.requests.map(({ history }) => (history.at(-1)?.content ?? []).map((block) => Reflect.get(block, "text")));

describe("what the composer asks of the host", () => {
  it("IMG-5: a message of one image alone goes out, with the bytes that entered", async () => {
    const { model, session, handlers, idle } = await setUp([answer("Seen.")]);
    const png = makePng(4, 4);
    const image = { mimeType: "image/gif", data: encodeBase64(png) };
    const entered = await handlers.enterImage({ name: "a.png", image });
    expect(entered).toEqual({ name: "a.png", sha256: await hashBytes(png) });
    expect(await handlers.send({ text: "", images: [entered.sha256] })).toEqual({ accepted: true });
    await idle();
    const block = { type: "image", sha256: entered.sha256, mimeType: "image/png" };
    expect(model.requests[0]?.history[0]?.content).toContainEqual(block);
    expect(session.conversation.items[0]).toMatchObject({ type: "user", images: [entered.sha256] });
    expect(await handlers.readImage({ sha256: entered.sha256 })).toEqual({
      image: { mimeType: "image/png", data: image.data },
    });
    expect(await handlers.send({ text: "  ", images: [] })).toEqual({ accepted: false });
  });

  it("FMT-4: what was sent before comes newest first, in pages", async () => {
    const { session, handlers } = await setUp([]);
    for (let number = 0; number < 60; number++) {
      session.conversation.openTurn(message(`${number}`));
      session.conversation.appendText("Yes.");
      session.conversation.endTurn({ kind: "completed" });
    }
    const first = await handlers.readSentMessages({ skip: 0 });
    const second = await handlers.readSentMessages({ skip: 50 });
    expect([first.messages.length, first.messages[0]?.text, first.more]).toEqual([50, "59", true]);
    expect([second.messages.length, second.messages.at(-1)?.text, second.more]).toEqual([10, "0", false]);
  });

  it("a retry that can't go out keeps the turn, and says why", async () => {
    const blocked = { text: "Silverpoint Agent needs an API key." };
    const { session, handlers, texts } = await setUp([answer("One.")], { blocked: () => blocked });
    await session.send(message("First"));
    await expect(handlers.retryTurn({})).rejects.toThrow(blocked.text);
    expect(texts()).toEqual(["First", "One."]);
  });

  it("TRN-1: what a turn told of the person's changes is told again once the turn is taken back", async () => {
    const { model, session, handlers, idle } = await setUp([answer("One."), answer("Two."), answer("Three.")]);
    await session.send(message("First"));
    session.openDesign.edits.rename("Placard");
    await session.send(message("Second"));
    await handlers.retryTurn({});
    await idle();
    const [, second, again] = openings(model);
    expect(second?.join("\n")).toContain("renamed the design to “Placard”");
    expect(again).toEqual(second);
  });

  it("PKG-13: a message that is being edited is there after a crash, and so is its turn", async () => {
    const { disk, session, handlers } = await setUp([answer("One."), answer("Two.")]);
    await session.send(message("First"));
    await session.send(message("Second"));
    await session.save();
    await handlers.reviseMessage({});
    await session.backup();
    disk.crash();
    const again = await disk.open();
    expect(again.session.conversation.items.map(({ text }) => text)).toEqual(["First", "One.", "Second", "Two."]);
    expect(again.session.conversation.unsent).toMatchObject([{ text: "Second" }]);
  });
});
