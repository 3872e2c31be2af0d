import { strict as assert } from "node:assert";
import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import * as vscode from "vscode";
import type { ConversationHandle } from "../../src/api.ts";
import { answer, hold, text } from "../support/modelServer/script.ts";
import {
  closeAll,
  conversationFile,
  dirty,
  filesIn,
  makePackage,
  open,
  save,
  server,
  settled,
  tabOf,
} from "./support.ts";

const { Global, Workspace, WorkspaceFolder } = vscode.ConfigurationTarget;

/** A saved conversation of one turn. */
const saved = JSON.stringify({
  formatVersion: 1,
  items: [
    { id: "i1", type: "user", text: "Kept", hasImage: false },
    { id: "i2", type: "assistant", text: "Yes." },
  ],
  history: [
    { role: "user", content: [{ type: "text", text: "# This turn\nMode: Just do it\n\nKept" }] },
    { role: "assistant", content: [{ type: "text", text: "Yes." }] },
  ],
  sentFacts: [{ message: 0 }],
});

async function keep(value: boolean | undefined, target: vscode.ConfigurationTarget = Global): Promise<void> {
  const folder = vscode.workspace.workspaceFolders?.[0]?.uri;
  await vscode.workspace.getConfiguration("silverpoint.agent", folder).update("keepConversation", value, target);
}

const names = async (uri: vscode.Uri) => Object.keys(await filesIn(uri));
const texts = (handle: ConversationHandle) => handle.items.map((item) => item.text);

describe("the switch that keeps conversations", () => {
  beforeEach(() => server.reset());
  afterEach(async () => {
    await closeAll();
    await keep(undefined, Workspace);
    await keep(undefined);
  });

  it("SET-2: off, a turn, a rating and New Conversation don't mark the document edited, and nothing is written", async () => {
    await keep(false);
    const uri = await makePackage();
    const before = await filesIn(uri);
    const handle = await open(uri);
    await server.enqueue(answer(text("Half"), hold("middle"), text(" whole")));
    const turn = handle.send("Hello");
    await server.reached("middle");
    assert.equal(tabOf(uri)?.isDirty, false);
    await server.release("middle");
    await turn;
    await handle.rate(handle.items.at(-1)?.id ?? "", "good");
    assert.equal(tabOf(uri)?.isDirty, false);
    await save();
    assert.deepEqual(await filesIn(uri), before);
    assert.equal(handle.items.length, 2);
    await handle.newConversation({ confirmed: true });
    assert.equal(tabOf(uri)?.isDirty, false);
  });

  it("SET-2: off, opening restores nothing, and the next save removes agent/ with all that is in it", async () => {
    await keep(false);
    const uri = await makePackage({ agent: { "conversation.json": saved, "notes.txt": "mine" } });
    const before = await filesIn(uri);
    const handle = await open(uri);
    assert.deepEqual([handle.items, handle.history], [[], []]);
    assert.deepEqual(await filesIn(uri), before);
    assert.equal(tabOf(uri)?.isDirty, false);
    await save();
    assert.deepEqual(await names(uri), ["document.json"]);
  });

  it("SET-2: off, an unreadable conversation is no notice, and goes at the next save too", async () => {
    await keep(false);
    const uri = await makePackage({ agent: { "conversation.json": '{"formatVersion": 2}' } });
    const handle = await open(uri);
    assert.equal(handle.unreadable, undefined);
    await save();
    assert.deepEqual(await names(uri), ["document.json"]);
  });

  it("SET-1, SET-2: the setting is read at the save; every open document loses its folder at its own next one", async () => {
    const uris = [await makePackage(), await makePackage()];
    const [first, second] = uris;
    assert.ok(first && second);
    for (const uri of uris) {
      await (await open(uri)).send("Hello");
      await save();
    }
    await keep(false);
    assert.deepEqual(await names(first), ["agent/conversation.json", "document.json"]);
    await open(first);
    await save();
    assert.deepEqual(await names(first), ["document.json"]);
    assert.deepEqual(await names(second), ["agent/conversation.json", "document.json"]);
    await open(second);
    await save();
    assert.deepEqual(await names(second), ["document.json"]);
  });

  it("SET-2: on again before a save, what is on disk is restored, and nothing is dirty or written", async () => {
    await keep(false);
    const uri = await makePackage({ agent: { "conversation.json": saved } });
    const before = await filesIn(uri);
    const handle = await open(uri);
    assert.deepEqual(handle.items, []);
    await keep(true);
    await settled(handle, () => handle.items.length === 2);
    assert.deepEqual(texts(handle), ["Kept", "Yes."]);
    assert.equal(tabOf(uri)?.isDirty, false);
    await save();
    assert.deepEqual(await filesIn(uri), before);
    await handle.send("Go on");
    await save();
    assert.equal(((await conversationFile(uri)).items as unknown[]).length, 4);
    assert.deepEqual(await server.violations(), []);
  });

  it("SET-2: on again after the folder went, the next save stores the whole open conversation again", async () => {
    const png = Buffer.from(
      "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==",
      "base64",
    );
    const uri = await makePackage();
    const handle = await open(uri);
    await handle.send("Look", { images: [{ mimeType: "image/png", data: png }] });
    await save();
    const kept = await filesIn(uri);
    await keep(false);
    await save();
    assert.deepEqual(await names(uri), ["document.json"]);
    await keep(true);
    await dirty(uri, true);
    await save();
    await dirty(uri, false);
    assert.deepEqual(await filesIn(uri), kept);
  });

  it("SET-2, COM-2: off and on again, an unreadable conversation still stays byte for byte until a turn runs", async () => {
    const uri = await makePackage({ agent: { "conversation.json": '{"formatVersion": 2}', "notes.txt": "mine" } });
    const before = await filesIn(uri);
    const handle = await open(uri);
    assert.ok(handle.unreadable);
    await switchAndFollow(handle, false);
    await switchAndFollow(handle, true);
    assert.match(handle.unreadable ?? "", /newer version/);
    await save();
    assert.deepEqual(await filesIn(uri), before);
  });

  it("SET-2: an unreadable conversation that was removed is no notice any more once it is on again", async () => {
    const uri = await makePackage({ agent: { "conversation.json": '{"formatVersion": 2}' } });
    const handle = await open(uri);
    await switchAndFollow(handle, false);
    await save();
    assert.deepEqual(await names(uri), ["document.json"]);
    await switchAndFollow(handle, true);
    assert.equal(handle.unreadable, undefined);
    await save();
    assert.deepEqual(await names(uri), ["document.json"]);
  });

  it("SET-2, PKG-11: while it is off, a change on disk leaves the open conversation alone", async () => {
    const uri = await makePackage();
    const handle = await open(uri);
    await handle.send("Hello");
    await save();
    await switchAndFollow(handle, false);
    await writeFile(join(uri.fsPath, "agent", "conversation.json"), saved);
    await handle.send("Still here");
    assert.equal(texts(handle).length, 4);
    await save();
    assert.equal(texts(handle)[0], "Hello");
    assert.deepEqual(await names(uri), ["document.json"]);
  });

  it("SET-2, PKG-11: what was said while it was off never silently replaces what is on disk", async () => {
    await keep(false);
    const uri = await makePackage({ agent: { "conversation.json": saved } });
    const before = await filesIn(uri);
    const handle = await open(uri);
    await handle.send("Meanwhile");
    await keep(true);
    await dirty(uri, true);
    // The question is refused here, as every dialog is.
    await save();
    assert.deepEqual(await filesIn(uri), before);
    assert.equal(texts(handle)[0], "Meanwhile");
  });

  for (const [name, target] of [
    ["workspace", Workspace],
    ["folder", WorkspaceFolder],
  ] as const) {
    it(`SET-2, SET-3: a ${name}'s own value counts, and removes nothing before the person said yes`, async () => {
      await keep(false, target);
      const uri = await makePackage({ agent: { "conversation.json": saved } });
      const before = await filesIn(uri);
      const handle = await open(uri);
      assert.deepEqual(handle.items, []);
      await handle.send("Hello");
      assert.equal(tabOf(uri)?.isDirty, false);
      await save();
      assert.deepEqual(await filesIn(uri), before);
    });
  }

  it("SET-3: a workspace that says yes counts over a person's no", async () => {
    await keep(false);
    await keep(true, Workspace);
    const uri = await makePackage();
    const handle = await open(uri);
    await handle.send("Hello");
    await dirty(uri, true);
    await save();
    assert.deepEqual(await names(uri), ["agent/conversation.json", "document.json"]);
  });

  it("SET-1: the setting is on by default, can be set per folder, and its description is the sentence of the rule", async () => {
    const extension = vscode.extensions.getExtension("silverpoint.silverpoint-agent");
    assert.ok(extension);
    const property = extension.packageJSON.contributes.configuration.properties["silverpoint.agent.keepConversation"];
    assert.deepEqual([property.default, property.scope], [true, "resource"]);
    assert.match(property.markdownDescription, /^Keep the agent conversation in the document\b/);
    const japanese = JSON.parse(await readFile(join(extension.extensionPath, "package.nls.ja.json"), "utf8"));
    assert.match(japanese["setting.keepConversation"], /^エージェントとの会話を書類に保存/);
  });
});

/** Switches it and waits until the open package has followed. */
async function switchAndFollow(handle: ConversationHandle, value: boolean): Promise<void> {
  const followed = new Promise<void>((resolve) => {
    const subscription = handle.onDidChange(() => {
      subscription.dispose();
      resolve();
    });
  });
  await keep(value);
  await followed;
}

describe("a template or a design system", () => {
  beforeEach(() => server.reset());
  afterEach(closeAll);

  for (const kind of ["template", "designSystem"]) {
    const document = `${JSON.stringify({ name: "Shared", kind, pages: [] })}\n`;

    it(`PKG-4: a ${kind} never gets an agent/ folder, and the panel works there`, async () => {
      const uri = await makePackage({ document });
      const before = await filesIn(uri);
      const handle = await open(uri);
      assert.deepEqual(await handle.send("Hello"), { kind: "completed" });
      assert.equal(handle.items.length, 2);
      assert.equal(tabOf(uri)?.isDirty, false);
      await save();
      assert.deepEqual(await filesIn(uri), before);
    });

    it(`PKG-4: a conversation that is in a ${kind} already isn't restored and isn't touched, whatever the switch says`, async () => {
      const uri = await makePackage({ document, agent: { "conversation.json": saved } });
      const before = await filesIn(uri);
      try {
        for (const value of [true, false]) {
          await keep(value);
          const handle = await open(uri);
          assert.deepEqual(handle.items, []);
          await handle.send("Hello");
          await save();
          await handle.newConversation({ confirmed: true });
          await save();
          assert.deepEqual(await filesIn(uri), before);
          await closeAll();
        }
      } finally {
        await keep(undefined);
      }
    });
  }
});
