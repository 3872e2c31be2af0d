import { strict as assert } from "node:assert";
import * as vscode from "vscode";
import { encodeConversation } from "../../src/archive/index.ts";
import { conversationOf, plainTurns } from "../support/compactions.ts";
import { answer, failure, hold, text } from "../support/modelServer/script.ts";
import { MemoryWorkspace } from "./memoryWorkspace.ts";
import { closeAll, conversationFile, dirty, makePackage, open, plainDocument, save, server, tabOf } from "./support.ts";

const talk = encodeConversation(conversationOf(plainTurns(5)));
const package5 = () => makePackage({ agent: { "conversation.json": talk } });

describe("compacting by the extension's API", () => {
  beforeEach(() => server.reset());
  afterEach(closeAll);

  it("CMP-1, CMP-3: compacts what is confirmed; says so while it runs; is saved with the package", async () => {
    const uri = await package5();
    const handle = await open(uri);
    await server.enqueue(answer(text("What was "), hold("middle"), text("said.")));
    const end = handle.compact({ confirmed: true });
    await server.reached("middle");
    assert.equal(handle.state, "compacting");
    assert.deepEqual(await handle.compact({ confirmed: true }), {
      kind: "notOffered",
      reason: "The agent is at work. Wait until it has finished, or stop it first.",
    });
    await server.release("middle");
    assert.deepEqual(await end, { kind: "compacted" });
    assert.equal(handle.state, "idle");
    assert.equal((await server.requests()).length, 1);
    await dirty(uri, true);
    await save();
    const { history, items } = await conversationFile(uri);
    assert.match(JSON.stringify(history), /What was said\./);
    assert.deepEqual([(history as unknown[]).length, (items as unknown[]).length], [5, 11]);
  });

  it("CMP-5: stopped, it changes nothing; failed, it says why and leaves the history alone", async () => {
    const uri = await package5();
    const handle = await open(uri);
    const before = JSON.stringify(handle.history);
    await server.enqueue(answer(text("What "), hold("middle")));
    const stopped = handle.compact({ confirmed: true });
    await server.reached("middle");
    await handle.stop();
    assert.deepEqual(await stopped, { kind: "cancelled" });
    assert.deepEqual([JSON.stringify(handle.history), handle.items.length], [before, 10]);

    await server.enqueue(failure(400, "invalid_request_error", "This model can't do that."));
    const { kind, reason } = await handle.compact({ confirmed: true });
    assert.equal(kind, "failed");
    assert.match(reason ?? "", /This model can't do that\./);
    assert.deepEqual([JSON.stringify(handle.history), handle.items.length], [before, 11]);
  });

  it("CMP-6: isn't offered with too few turns, nor in a read-only place, and sends nothing there", async () => {
    const young = await open(
      await makePackage({ agent: { "conversation.json": encodeConversation(conversationOf(plainTurns(2))) } }),
    );
    assert.deepEqual(await young.compact({ confirmed: true }), {
      kind: "notOffered",
      reason: "There is too little to summarize: the last 2 turns always stay as they are.",
    });

    const frozen = new MemoryWorkspace();
    const uri = vscode.Uri.from({ scheme: "icebound", path: "/Poster.silverpoint" });
    const at = (path: string) => vscode.Uri.joinPath(uri, ...path.split("/"));
    for (const folder of [uri, at("agent")]) frozen.createDirectory(folder);
    await frozen.writeFile(at("document.json"), new TextEncoder().encode(plainDocument));
    await frozen.writeFile(at("agent/conversation.json"), talk);
    const provider = vscode.workspace.registerFileSystemProvider("icebound", frozen, { isReadonly: true });
    try {
      const handle = await open(uri);
      assert.equal(handle.items.length, 10);
      assert.deepEqual(await handle.compact({ confirmed: true }), {
        kind: "notOffered",
        reason: "The conversation is read-only in this view.",
      });
      assert.equal(tabOf(uri)?.isDirty, false);
      await closeAll();
    } finally {
      provider.dispose();
    }
    assert.deepEqual(await server.requests(), []);
  });
});
