import { strict as assert } from "node:assert";
import * as vscode from "vscode";
import { MemoryWorkspace } from "./memoryWorkspace.ts";
import { closeAll, dirty, open, plainDocument, save, server, tabOf } from "./support.ts";

describe("a package in a virtual workspace", () => {
  const files = new MemoryWorkspace();
  let registration: vscode.Disposable;
  let count = 0;

  async function makePackage(): Promise<vscode.Uri> {
    const uri = vscode.Uri.from({ scheme: "memory", path: `/Poster-${++count}.silverpoint` });
    await vscode.workspace.fs.createDirectory(uri);
    await vscode.workspace.fs.writeFile(vscode.Uri.joinPath(uri, "document.json"), Buffer.from(plainDocument));
    return uri;
  }

  async function savedItems(uri: vscode.Uri): Promise<{ text: string }[]> {
    const file = await vscode.workspace.fs.readFile(vscode.Uri.joinPath(uri, "agent", "conversation.json"));
    return JSON.parse(Buffer.from(file).toString()).items;
  }

  before(() => {
    registration = vscode.workspace.registerFileSystemProvider("memory", files, { isCaseSensitive: true });
  });
  beforeEach(() => server.reset());
  afterEach(closeAll);
  after(() => registration.dispose());

  it("PKG-8: opens, sends and saves through the workspace file system", async () => {
    const uri = await makePackage();
    const handle = await open(uri);
    await handle.send("Hello");
    await save();
    await dirty(uri, false);
    assert.deepEqual(
      (await savedItems(uri)).map((item) => item.text),
      handle.items.map((item) => item.text),
    );
  });

  it("PKG-10: a change while a save runs leaves the document edited after it, and the next save has it", async () => {
    const uri = await makePackage();
    const handle = await open(uri);
    await handle.send("First");
    const held = files.holdWritesTo("conversation.json.new");
    const saving = save();
    await held.reached;
    await handle.send("Second");
    held.release();
    await saving;
    assert.deepEqual((await savedItems(uri)).length, 2);
    await dirty(uri, true);
    await save();
    await dirty(uri, false);
    assert.deepEqual((await savedItems(uri)).length, 4);
  });

  it("COM-2: a conversation that the file system doesn't give never stops the document, and stays as it is", async () => {
    const uri = await makePackage();
    await (await open(uri)).send("Hello");
    await save();
    await closeAll();
    files.refuseReadsOf("conversation.json");
    try {
      const handle = await open(uri);
      assert.ok(tabOf(uri));
      assert.deepEqual(handle.items, []);
      await assert.rejects(handle.send("Over it"), /could not be read from disk/);
      await save();
    } finally {
      files.refuseReadsOf(undefined);
    }
    assert.equal((await savedItems(uri)).length, 2);
  });

  it("PKG-9: two saves at once are one after the other, and the last state is what is kept", async () => {
    const uri = await makePackage();
    const handle = await open(uri);
    await handle.send("First");
    const held = files.holdWritesTo("conversation.json.new");
    const first = save();
    await held.reached;
    await handle.send("Second");
    const second = save();
    held.release();
    await Promise.all([first, second]);
    await save();
    assert.deepEqual((await savedItems(uri)).length, 4);
  });
});
