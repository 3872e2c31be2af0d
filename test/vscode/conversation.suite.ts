import { strict as assert } from "node:assert";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import * as vscode from "vscode";
import { answer, failure, hold, type Script, text } from "../support/modelServer/script.ts";
import { isRequestPrefix, requestUnits } from "../support/requestPrefix.ts";
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
  workspace,
} from "./support.ts";

describe("a conversation in VS Code", () => {
  beforeEach(() => server.reset());
  afterEach(closeAll);

  it("PKG-0, PKG-6: is dirty from a turn's start, clean after the save, not dirty after reopening, and the same", async () => {
    const uri = await makePackage();
    const handle = await open(uri);
    assert.equal(tabOf(uri)?.isDirty, false);
    await server.enqueue(answer(text("Once ", "upon"), hold("middle"), text(" a time")));
    const turn = handle.send("Tell me a story");
    await dirty(uri, true);
    await server.reached("middle");
    await settled(handle, () => handle.items.length === 2);
    assert.equal(handle.state, "running");
    await server.release("middle");
    assert.deepEqual(await turn, { kind: "completed" });
    await save();
    await dirty(uri, false);
    const before = structuredClone({
      items: handle.items,
      history: handle.history,
      usage: handle.usage,
      cost: handle.estimatedCost,
    });
    await closeAll();
    const again = await open(uri);
    assert.deepEqual(
      { items: again.items, history: again.history, usage: again.usage, cost: again.estimatedCost },
      before,
    );
    assert.equal(before.items.at(-1)?.text, "Once upon a time");
    assert.equal(tabOf(uri)?.isDirty, false);
  });

  it("BYT-1, BYT-2: the next request after reopening is the stored history plus the new turn", async () => {
    const uri = await makePackage();
    await (await open(uri)).send("First");
    await save();
    await closeAll();
    const again = await open(uri);
    await again.send("Second");
    const [first, second] = await server.requests();
    assert.ok(first && second);
    assert.ok(isRequestPrefix(first.body, second.body));
    assert.equal(requestUnits(second.body).length, requestUnits(first.body).length + 2);
    assert.equal(JSON.parse(second.body).messages.at(-1).content[0].text, "# This turn\nMode: Just do it\n\nSecond");
    assert.deepEqual(await server.violations(), []);
  });

  it("PKG-6: undo doesn't touch the conversation", async () => {
    const uri = await makePackage();
    const handle = await open(uri);
    await handle.send("Hello");
    const items = structuredClone(handle.items);
    await vscode.commands.executeCommand("undo");
    await vscode.commands.executeCommand("undo");
    assert.deepEqual(handle.items, items);
    assert.equal(tabOf(uri)?.isDirty, true);
  });

  it("PKG-6: a rating marks the document edited and is saved", async () => {
    const uri = await makePackage();
    const handle = await open(uri);
    await handle.send("Hello");
    await save();
    await dirty(uri, false);
    const id = handle.items.at(-1)?.id ?? "";
    await handle.rate(id, "bad", ["Too long"]);
    await dirty(uri, true);
    await save();
    assert.deepEqual((await conversationFile(uri)).feedback, { [id]: { rating: "bad", reasons: ["Too long"] } });
  });

  it("PKG-6: a save during a turn stores what came so far; read again, the turn was interrupted", async () => {
    const uri = await makePackage();
    const handle = await open(uri);
    await server.enqueue(answer(text("Half"), hold("middle"), text(" whole")));
    const turn = handle.send("Go");
    await server.reached("middle");
    await settled(handle, () => handle.items.at(-1)?.text === "Half");
    await save();
    const file = await conversationFile(uri);
    assert.equal((file.items as { status?: string }[]).at(-1)?.status, "running");
    await server.release("middle");
    await turn;
    await dirty(uri, true);
  });

  it("PKG-6: a running turn survives a click on another file", async () => {
    const uri = await makePackage();
    const other = vscode.Uri.file(join(workspace, "notes.txt"));
    await vscode.workspace.fs.writeFile(other, Buffer.from("notes"));
    const handle = await open(uri);
    await server.enqueue(answer(text("Still"), hold("middle"), text(" here")));
    const turn = handle.send("Go");
    await server.reached("middle");
    await vscode.commands.executeCommand("vscode.open", other, { preview: true });
    await server.release("middle");
    assert.deepEqual(await turn, { kind: "completed" });
    assert.equal(handle.items.at(-1)?.text, "Still here");
    assert.equal(tabOf(uri)?.isDirty, true);
  });

  it("PKG-5: a conversation with nothing in it writes no folder, and a cleared one takes its folder away", async () => {
    const uri = await makePackage();
    const handle = await open(uri);
    await save();
    assert.deepEqual(Object.keys(await filesIn(uri)), ["document.json"]);
    await handle.send("Hello");
    await save();
    assert.deepEqual(Object.keys(await filesIn(uri)), ["agent/conversation.json", "document.json"]);
    await handle.newConversation({ confirmed: true });
    await dirty(uri, true);
    await save();
    assert.deepEqual(Object.keys(await filesIn(uri)), ["document.json"]);
  });

  it("PKG-10: saving an unchanged conversation writes nothing, whoever wrote the file", async () => {
    const example = JSON.parse(
      await readFile(
        join(workspace, "cases", "example-word-for-word.silverpoint", "agent", "conversation.json"),
        "utf8",
      ),
    );
    const uri = await makePackage({ agent: { "conversation.json": JSON.stringify(example) } });
    const before = await filesIn(uri);
    const handle = await open(uri);
    assert.equal(handle.items.length, 3);
    await save();
    assert.deepEqual(await filesIn(uri), before);
  });

  it("TRN-5: a queued message goes out after the turn; its own promise ends with its own turn", async () => {
    const handle = await open(await makePackage());
    await server.enqueue(answer(hold("first"), text("one")), answer("two"));
    const first = handle.send("1");
    await server.reached("first");
    const second = handle.send("2", { mode: "Discuss" });
    assert.deepEqual(
      handle.queued.map((message) => [message.text, message.mode]),
      [["2", "Discuss"]],
    );
    await server.release("first");
    assert.deepEqual(await Promise.all([first, second]), [{ kind: "completed" }, { kind: "completed" }]);
    assert.deepEqual(
      handle.items.map((item) => item.text),
      ["1", "one", "2", "two"],
    );
  });

  it("TRN-6: Stop ends a silent stream at once, closes the connection and hands the message back", async () => {
    const uri = await makePackage();
    const handle = await open(uri);
    await server.enqueue({ kind: "silence" });
    const turn = handle.send("Hello?");
    await server.reached("request");
    await handle.stop();
    assert.deepEqual(await turn, { kind: "stopped" });
    await server.reached("aborted");
    assert.deepEqual([handle.state, handle.items, handle.history], ["idle", [], []]);
    await save();
    assert.deepEqual(
      ((await conversationFile(uri)).unsent as { text: string }[]).map((message) => message.text),
      ["Hello?"],
    );
  });

  it("TRN-12: New Conversation stops a running turn and clears everything", async () => {
    const handle = await open(await makePackage());
    await server.enqueue(answer(text("Once"), hold("middle"), text(" more")));
    const turn = handle.send("Go");
    await server.reached("middle");
    await handle.newConversation({ confirmed: true });
    assert.deepEqual(await turn, { kind: "stopped" });
    assert.deepEqual([handle.items, handle.history, handle.queued, handle.usage.output], [[], [], [], 0]);
  });

  const patience = { "retry-after": "120" };
  const failures: [string, Script, RegExp][] = [
    ["a wrong key", failure(401, "authentication_error", "invalid x-api-key"), /key/],
    ["a bad request", failure(400, "invalid_request_error", "messages: odd"), /odd/],
    // What passes is tried again, unless it would take too long (TRN-8).
    ["an overloaded server", failure(529, "overloaded_error", "Overloaded", patience), /overloaded.*2 minutes/i],
    ["a broken server", failure(500, "api_error", "Internal", patience), /500.*2 minutes/],
    ["too many requests", failure(429, "rate_limit_error", "Slow down", patience), /429.*2 minutes/],
    [
      "an error inside the stream",
      answer({ do: "error", type: "invalid_request_error", message: "messages: odd" }),
      /odd/,
    ],
  ];
  for (const [name, script, words] of failures) {
    it(`TRN-6: ${name} leaves one failure that says what to do, and the message is handed back`, async () => {
      const uri = await makePackage();
      const handle = await open(uri);
      await server.enqueue(script);
      const outcome = await handle.send("Please");
      assert.equal(outcome.kind, "failed");
      assert.deepEqual(
        handle.items.map((item) => item.type),
        ["failure"],
      );
      assert.match(handle.items[0]?.text ?? "", words);
      assert.deepEqual(handle.history, []);
      await save();
      assert.equal(((await conversationFile(uri)).unsent as { text: string }[])[0]?.text, "Please");
    });
  }

  it("TRN-6: a stream cut midway keeps what came, marked, with one failure", async () => {
    const handle = await open(await makePackage());
    await server.enqueue(answer(text("Half an answer"), { do: "cut", how: "rst" }));
    assert.equal((await handle.send("Go")).kind, "failed");
    assert.deepEqual(
      handle.items.map((item) => [item.type, item.status]),
      [
        ["user", undefined],
        ["assistant", "interrupted"],
        ["failure", undefined],
      ],
    );
    await handle.send("Go on");
    const [first, second] = await server.requests();
    assert.ok(first && second && isRequestPrefix(first.body, second.body), "BYT-3: the prefix holds over a cut");
  });
});
