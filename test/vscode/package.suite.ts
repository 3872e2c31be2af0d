import { strict as assert } from "node:assert";
import { readdir, readFile, rm, symlink, writeFile } from "node:fs/promises";
import { join } from "node:path";
import * as vscode from "vscode";
import { readImageFacts } from "../../src/conversation/imageSize.ts";
import { failure } from "../support/modelServer/script.ts";
import { makePng } from "../support/pictures.ts";
import {
  api,
  closeAll,
  copyPackage,
  dirty,
  filesIn,
  makePackage,
  open,
  plainDocument,
  save,
  server,
  tabOf,
  workspace,
} from "./support.ts";

const png = Buffer.from(
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==",
  "base64",
);

describe("a package in VS Code", () => {
  beforeEach(() => server.reset());
  afterEach(closeAll);

  it("PKG-2: the folder and its document.json open one document in one editor", async () => {
    const uri = await makePackage();
    await open(uri);
    await vscode.commands.executeCommand("silverpoint.openPackage", uri);
    await vscode.commands.executeCommand("silverpoint.openPackage", vscode.Uri.joinPath(uri, "document.json"));
    await vscode.commands.executeCommand("vscode.open", vscode.Uri.joinPath(uri, "document.json"));
    const tabs = vscode.window.tabGroups.all.flatMap((group) => group.tabs);
    assert.deepEqual(
      tabs.map((tab) => tab.input instanceof vscode.TabInputCustom && tab.input.viewType),
      ["silverpoint.package"],
    );
  });

  it("PKG-2: two views of a package share one conversation", async () => {
    const uri = await makePackage();
    const handle = await open(uri);
    await vscode.commands.executeCommand("workbench.action.splitEditor");
    const again = await open(uri);
    await again.send("Hello");
    assert.deepEqual(handle.items, again.items);
    assert.equal(handle.items.length, 2);
  });

  it("PKG-2: a folder of another kind is refused", async () => {
    await assert.rejects((await api()).open(vscode.Uri.file(workspace)), /no Silverpoint package/);
  });

  it("PKG-1, IMG-1: an image that was sent is a file named by its hash, stored once", async () => {
    const uri = await makePackage();
    const handle = await open(uri);
    await handle.send("Look", { images: [{ mimeType: "image/png", data: png }] });
    await handle.send("Again", { images: [{ mimeType: "image/jpeg", data: png }] });
    await save();
    const images = Object.keys(await filesIn(uri)).filter((path) => path.startsWith("agent/images/"));
    assert.match(images.join(), /^agent\/images\/[0-9a-f]{64}\.png$/);
    await closeAll();
    await (await open(uri)).send("And now?");
    const body = JSON.parse((await server.requests()).at(-1)?.body ?? "");
    assert.equal(body.messages[0].content.at(-1).source.data, png.toString("base64"));
    assert.deepEqual(await server.violations(), []);
  });

  it("IMG-5: an image over the limit is scaled by the panel before it enters the history", async () => {
    const uri = await makePackage();
    const handle = await open(uri);
    await handle.send("Look", { images: [{ mimeType: "image/png", data: makePng(3000, 1000) }] });
    await save();
    const [image] = Object.entries(await filesIn(uri)).filter(([path]) => path.startsWith("agent/images/"));
    const facts = readImageFacts(Buffer.from(image?.[1] ?? "", "hex"));
    assert.deepEqual(facts, { mimeType: "image/png", width: 1568, height: 523 });
    assert.deepEqual(await server.violations(), []);
  });

  it("IMG-5: what is no image is refused before it enters the conversation", async () => {
    const handle = await open(await makePackage());
    const data = Buffer.from("<html></html>");
    await assert.rejects(handle.send("Look", { images: [{ mimeType: "image/png", data }] }), /no PNG/);
    assert.deepEqual([handle.items, handle.history], [[], []]);
  });

  it("PKG-3: a damaged document.json opens, and nothing is written", async () => {
    const uri = await makePackage({ document: '{ "name": "Poster", ' });
    const before = await filesIn(uri);
    const handle = await open(uri);
    assert.deepEqual(handle.items, []);
    assert.ok(tabOf(uri));
    await save();
    assert.deepEqual(await filesIn(uri), before);
  });

  it("COM-2: an unreadable conversation opens; its folder stays, byte for byte, until a turn runs", async () => {
    const uri = await makePackage({ agent: { "conversation.json": '{"formatVersion": 2}', "notes.txt": "mine" } });
    const before = await filesIn(uri);
    const handle = await open(uri);
    assert.match(handle.unreadable ?? "", /newer version/);
    await save();
    assert.deepEqual(await filesIn(uri), before);
    await handle.send("Start over");
    assert.equal(handle.unreadable, undefined);
    assert.deepEqual(await filesIn(uri), before);
    await save();
    const after = await filesIn(uri);
    assert.equal(after["agent/notes.txt"], before["agent/notes.txt"]);
    assert.equal(JSON.parse(Buffer.from(after["agent/conversation.json"] ?? "", "hex").toString()).formatVersion, 1);
  });

  it("COM-2, TRN-6: an unreadable conversation stays when the message brought no answer", async () => {
    const uri = await makePackage({ agent: { "conversation.json": '{"formatVersion": 2}' } });
    const before = await filesIn(uri);
    const handle = await open(uri);
    await server.enqueue(failure(401, "authentication_error", "invalid x-api-key"));
    assert.equal((await handle.send("Hello?")).kind, "failed");
    assert.match(handle.unreadable ?? "", /newer version/);
    await save();
    assert.deepEqual(await filesIn(uri), before);
  });

  it("IMG-4: a document.json that is a link is neither shown nor written", async () => {
    const outside = join(workspace, "outside.json");
    await writeFile(outside, plainDocument);
    const uri = await makePackage();
    await rm(join(uri.fsPath, "document.json"));
    await symlink(outside, join(uri.fsPath, "document.json"));
    const handle = await open(uri);
    await handle.send("Hello");
    await save();
    assert.equal(await readFile(outside, "utf8"), plainDocument);
  });

  it("COM-2, TRN-12: New Conversation removes an unreadable one at the next save", async () => {
    const uri = await makePackage({ agent: { "conversation.json": "not json" } });
    const handle = await open(uri);
    assert.ok(handle.unreadable);
    await handle.newConversation({ confirmed: true });
    await dirty(uri, true);
    assert.deepEqual(Object.keys(await filesIn(uri)), ["agent/conversation.json", "document.json"]);
    await save();
    assert.deepEqual(Object.keys(await filesIn(uri)), ["document.json"]);
  });

  it("COM-1, COM-2: every awkward package opens, and its bytes stay through a save", async () => {
    const cases = join(workspace, "cases");
    for (const name of await readdir(cases)) {
      const uri = await copyPackage(join(cases, name));
      const before = await filesIn(uri);
      await open(uri);
      assert.ok(tabOf(uri), name);
      await save();
      assert.deepEqual(await filesIn(uri), before, name);
      await closeAll();
    }
  });

  it("COM-3: an image file that came back after it was missing is still named by its hash", async () => {
    const uri = await copyPackage(join(workspace, "cases", "image-missing.silverpoint"));
    const handle = await open(uri);
    const omitted = handle.history
      .flatMap((message) => message.content)
      .find((block) => block.type === "imageOmitted" && "sha256" in block);
    assert.match(String(omitted?.sha256), /^[0-9a-f]{64}$/);
  });

  it("PKG-7: opening an editor writes nothing into the package", async () => {
    const uri = await makePackage();
    const before = await filesIn(uri);
    await open(uri);
    await closeAll();
    assert.deepEqual(await filesIn(uri), before);
  });

  it("manifest and code name the same commands", async () => {
    const manifest = JSON.parse(await readFile(join(await extensionPath(), "package.json"), "utf8"));
    const declared: string[] = manifest.contributes.commands.map((command: { command: string }) => command.command);
    const registered = (await vscode.commands.getCommands(true)).filter(
      (id) => id.startsWith("silverpoint.") && id !== "silverpoint.package",
    );
    assert.deepEqual(
      declared.filter((id) => !registered.includes(id)),
      [],
    );
  });
});

async function extensionPath(): Promise<string> {
  return vscode.extensions.getExtension("silverpoint.silverpoint-agent")?.extensionPath ?? "";
}
