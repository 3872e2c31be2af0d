import { strict as assert } from "node:assert";
import { createHash } from "node:crypto";
import * as vscode from "vscode";
import { answer, hold, text } from "../support/modelServer/script.ts";
import { MemoryWorkspace } from "./memoryWorkspace.ts";
import {
  closeAll,
  conversationFile,
  dirty,
  filesIn,
  makePackage,
  open,
  plainDocument,
  save,
  server,
} from "./support.ts";

const encode = (content: string) => Buffer.from(content);

describe("a package that can't be written", () => {
  const files = new MemoryWorkspace();
  let registration: vscode.Disposable;
  let count = 0;

  before(() => {
    registration = vscode.workspace.registerFileSystemProvider("trouble", files, { isCaseSensitive: true });
  });
  beforeEach(() => server.reset());
  afterEach(async () => {
    files.allowWrites();
    await closeAll();
  });
  after(() => registration.dispose());

  async function makeVirtualPackage(): Promise<vscode.Uri> {
    const uri = vscode.Uri.from({ scheme: "trouble", path: `/Poster-${++count}.silverpoint` });
    await vscode.workspace.fs.createDirectory(uri);
    await vscode.workspace.fs.writeFile(vscode.Uri.joinPath(uri, "document.json"), encode(plainDocument));
    return uri;
  }

  async function stored(uri: vscode.Uri): Promise<string> {
    return Buffer.from(
      await vscode.workspace.fs.readFile(vscode.Uri.joinPath(uri, "agent", "conversation.json")),
    ).toString();
  }

  async function itemCount(uri: vscode.Uri): Promise<number> {
    return JSON.parse(await stored(uri)).items.length;
  }

  /** Saves; an error that VS Code shows is the answer. */
  async function saves(uri: vscode.Uri): Promise<boolean> {
    return vscode.workspace.save(vscode.Uri.joinPath(uri, "document.json")).then(
      (saved) => saved !== undefined,
      () => false,
    );
  }

  const leftovers = (uri: vscode.Uri) => files.filesBelow(uri).filter((path) => path.endsWith(".new"));

  const refusals: [string, () => Error, boolean][] = [
    ["a full disk", () => new vscode.FileSystemError("ENOSPC: no space left on device, write"), true],
    ["a read-only folder", () => vscode.FileSystemError.NoPermissions("EROFS: read-only file system"), false],
    ["a file that stays busy", () => new vscode.FileSystemError("EBUSY: resource busy or locked, open"), false],
  ];
  for (const [name, error, leavesHalf] of refusals) {
    it(`PKG-15: ${name}: the turn goes on, the save says no, the document stays dirty, and the next save repairs it`, async () => {
      const uri = await makeVirtualPackage();
      const handle = await open(uri);
      await handle.send("First");
      assert.equal(await saves(uri), true);
      const before = await stored(uri);
      await server.enqueue(answer(text("Half"), hold("middle"), text(" and half")));
      const turn = handle.send("Second");
      await server.reached("middle");
      files.refuseWritesTo("conversation.json.new", { error: error(), leavesHalf });
      assert.equal(await saves(uri), false);
      await dirty(uri, true);
      assert.deepEqual([await stored(uri), leftovers(uri)], [before, []]);
      assert.equal(handle.state, "running");
      await server.release("middle");
      assert.deepEqual(await turn, { kind: "completed" });
      assert.equal(handle.items.at(-1)?.text, "Half and half");
      files.allowWrites();
      assert.equal(await saves(uri), true);
      await dirty(uri, false);
      assert.deepEqual([await itemCount(uri), leftovers(uri)], [4, []]);
    });
  }

  it("PKG-15, PKG-9: a rename that is refused once its target is gone leaves the whole new one, and the next save repairs it", async () => {
    const uri = await makeVirtualPackage();
    const handle = await open(uri);
    await handle.send("First");
    assert.equal(await saves(uri), true);
    await handle.send("Second");
    const error = vscode.FileSystemError.NoPermissions("EACCES: permission denied");
    files.refuseWritesTo("conversation.json", { error });
    assert.equal(await saves(uri), false);
    await dirty(uri, true);
    const pending = await vscode.workspace.fs.readFile(vscode.Uri.joinPath(uri, "agent", "conversation.json.new"));
    assert.equal(JSON.parse(Buffer.from(pending).toString()).items.length, 4);
    files.allowWrites();
    assert.equal(await saves(uri), true);
    await dirty(uri, false);
    assert.deepEqual([await itemCount(uri), leftovers(uri)], [4, []]);
  });

  for (const ending of ["conversation.json.new", "conversation.json"]) {
    it(`PKG-15: ${ending} busy twice and then free is saved without a word`, async () => {
      const uri = await makeVirtualPackage();
      const handle = await open(uri);
      await handle.send("First");
      const error = new vscode.FileSystemError("EBUSY: resource busy or locked");
      files.refuseWritesTo(ending, { error, times: 2 });
      assert.equal(await saves(uri), true);
      await dirty(uri, false);
      assert.deepEqual([await itemCount(uri), leftovers(uri)], [2, []]);
    });
  }

  it("PKG-14: a read-only file system shows the conversation, and nothing is sent or written", async () => {
    const agent = JSON.stringify({
      formatVersion: 1,
      items: [{ id: "i1", type: "user", text: "Kept", hasImage: false }],
      history: [{ role: "user", content: [{ type: "text", text: "# This turn\nMode: Just do it\n\nKept" }] }],
    });
    const frozen = new MemoryWorkspace();
    const uri = vscode.Uri.from({ scheme: "frozen", path: "/Poster.silverpoint" });
    const at = (path: string) => vscode.Uri.joinPath(uri, ...path.split("/"));
    for (const folder of [uri, at("agent")]) frozen.createDirectory(folder);
    await frozen.writeFile(at("document.json"), encode(plainDocument));
    await frozen.writeFile(at("agent/conversation.json"), encode(agent));
    const before = frozen.filesBelow(uri);
    const readOnly = vscode.workspace.registerFileSystemProvider("frozen", frozen, { isReadonly: true });
    try {
      const handle = await open(uri);
      assert.deepEqual(
        handle.items.map((item) => item.text),
        ["Kept"],
      );
      await assert.rejects(handle.send("Go on"), /read-only/);
      await save();
      assert.deepEqual(await server.requests(), []);
      assert.deepEqual(frozen.filesBelow(uri), before);
      assert.equal(handle.items.length, 1);
      await closeAll();
    } finally {
      readOnly.dispose();
    }
  });
});

describe("a conversation that other tools have left", () => {
  beforeEach(() => server.reset());
  afterEach(closeAll);

  const pointer = `version https://git-lfs.github.com/spec/v1\noid sha256:${"a".repeat(64)}\nsize 12345\n`;
  const whole = '{ "formatVersion" : 1, "items" : [] }';
  const damages: [string, Uint8Array, RegExp][] = [
    ["a Git LFS pointer", encode(pointer), /LFS/],
    ["conflict markers", encode(`<<<<<<< HEAD\n${whole}\n=======\n{}\n>>>>>>> theirs\n`), /conflict|merge/i],
    ["UTF-16", Buffer.from(`\ufeff${whole}`, "utf16le"), /UTF-16/],
    ["a truncated file", encode(whole.slice(0, 20)), /ends|cut|truncated|incomplete/i],
    ["an empty file", encode(""), /empty/i],
  ];
  for (const [name, bytes, words] of damages) {
    it(`COM-4: ${name} is named, and stays byte for byte through a save`, async () => {
      const uri = await makePackage({ agent: { "conversation.json": bytes } });
      const before = await filesIn(uri);
      const handle = await open(uri);
      assert.match(handle.unreadable ?? "", words);
      assert.deepEqual(handle.items, []);
      await save();
      assert.deepEqual(await filesIn(uri), before);
    });
  }

  it("COM-4, COM-3: a Git LFS pointer in an image's place opens as a left-out image that keeps its name", async () => {
    const sha256 = createHash("sha256").update("the picture").digest("hex");
    const conversation = {
      formatVersion: 1,
      items: [{ id: "i1", type: "user", text: "Look", hasImage: true }],
      history: [
        {
          role: "user",
          content: [
            { type: "text", text: "# This turn\nMode: Just do it\n\nLook" },
            { type: "image", sha256, mimeType: "image/png" },
          ],
        },
        { role: "assistant", content: [{ type: "text", text: "I see." }] },
      ],
    };
    const uri = await makePackage({
      agent: { "conversation.json": JSON.stringify(conversation), [`images/${sha256}.png`]: pointer },
    });
    const before = await filesIn(uri);
    const handle = await open(uri);
    assert.equal(handle.unreadable, undefined);
    const block = handle.history[0]?.content[1];
    assert.deepEqual(block, { type: "imageOmitted", mimeType: "image/png", sha256 });
    await save();
    assert.deepEqual(await filesIn(uri), before);
    await handle.send("Go on");
    await save();
    const { history } = await conversationFile(uri);
    assert.ok(JSON.stringify(history).includes(sha256));
    assert.deepEqual(await server.violations(), []);
  });
});
