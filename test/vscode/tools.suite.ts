import { strict as assert } from "node:assert";
import { mkdir, readdir, readFile, rm, symlink, writeFile } from "node:fs/promises";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import * as vscode from "vscode";
import type { ConversationHandle } from "../../src/api.ts";
import { answer, text, toolCall } from "../support/modelServer/script.ts";
import { makePng } from "../support/pictures.ts";
import { closeAll, makePackage, open, save, server, workspace } from "./support.ts";

interface WireBlock {
  readonly type: string;
  readonly text?: string;
  readonly content?: string;
  readonly is_error?: boolean;
}

async function lastSent(): Promise<readonly WireBlock[]> {
  const body = JSON.parse((await server.requests()).at(-1)?.body ?? "{}");
  return body.messages.at(-1).content;
}

/** Has the agent call a tool, and gives the result that it is sent. */
async function resultOf(handle: ConversationHandle, name: string, input: object): Promise<WireBlock> {
  await server.enqueue(answer(text("Now."), toolCall(`c${count++}`, name, JSON.stringify(input))), answer("Done."));
  const outcome = await handle.send("Go");
  assert.equal(outcome.kind, "completed", outcome.reason);
  const requests = await server.requests();
  const sent: WireBlock[] = JSON.parse(requests.at(-1)?.body ?? "{}").messages.flatMap(
    (message: { content: WireBlock[] }) => message.content,
  );
  const result = sent.findLast(({ type }) => type === "tool_result");
  assert.ok(result, "the call got a result");
  return result;
}

let count = 0;

async function refusal(handle: ConversationHandle, name: string, input: object): Promise<string> {
  const result = await resultOf(handle, name, input);
  assert.equal(result.is_error, true, result.content);
  return result.content ?? "";
}

async function contextSent(): Promise<string> {
  return (
    (await lastSent()).map(({ text: words }) => words ?? "").find((words) => words.startsWith("# Context\n")) ?? ""
  );
}

const rule = { id: "small-text", message: "Make it larger.", types: ["text"], field: "fontSize", check: { min: 12 } };
const page = { id: "p1", name: "Front", width: 100, height: 100, children: [{ id: "t", type: "text", fontSize: 9 }] };

describe("the tools of the agent", () => {
  const root = join(workspace, "tools");
  let made: string[] = [];

  async function place(path: string, content: string | Uint8Array): Promise<void> {
    await mkdir(join(workspace, path, ".."), { recursive: true });
    await writeFile(join(workspace, path), content);
    made.push(join(workspace, path));
  }

  beforeEach(() => server.reset());
  afterEach(async () => {
    await closeAll();
    for (const path of [...made, root]) await rm(path, { recursive: true, force: true });
    made = [];
  });

  it("FMT-6, TRN-11: a skill is written where agents look for it, once the person accepts it, also after a reopen", async () => {
    const uri = await makePackage();
    const handle = await open(uri);
    const name = "poster-type";
    made.push(join(workspace, ".agents"));
    await resultOf(handle, "propose_skill", { name, description: "How posters are set.", instructions: "Two sizes." });
    const path = join(workspace, ".agents", "skills", name, "SKILL.md");
    await assert.rejects(readFile(path));
    await save();
    await closeAll();
    const again = await open(uri);
    const card = again.items.find(({ type }) => type === "skillProposal");
    assert.ok(card);
    await again.answer(card.id, { choice: "accept" });
    assert.equal(
      await readFile(path, "utf8"),
      `---\nname: ${name}\ndescription: "How posters are set."\n---\n\nTwo sizes.\n`,
    );
    assert.match(again.items.at(-1)?.text ?? "", /\.agents\/skills\/poster-type\/SKILL\.md/);
    await assert.rejects(again.answer(card.id, { choice: "accept" }));
  });

  it("FMT-6: a skill isn't written through a link that leads elsewhere; its card stays answerable", async () => {
    const elsewhere = join(root, "elsewhere");
    await mkdir(elsewhere, { recursive: true });
    const link = join(workspace, ".agents");
    made.push(link);
    await symlink(elsewhere, link);
    const handle = await open(await makePackage());
    await resultOf(handle, "propose_skill", { name: "linked", description: "Elsewhere.", instructions: "Nothing." });
    const card = handle.items.find(({ type }) => type === "skillProposal");
    await assert.rejects(handle.answer(card?.id ?? "", { choice: "accept" }), /\.agents is a link/);
    assert.deepEqual(await readdir(elsewhere), []);
    await rm(link);
    await handle.answer(card?.id ?? "", { choice: "accept" });
  });

  it("DOC-4: an accepted rule is added to document.json, checked from then on, and taken back by Undo", async () => {
    const document = JSON.stringify({ designSystem: { n: 1 }, pages: [page] });
    const uri = await makePackage({ document });
    const handle = await open(uri);
    assert.match((await resultOf(handle, "lint_document", {})).content ?? "", /no rules/);
    await resultOf(handle, "propose_lint_rule", { rule });
    const card = handle.items.find(({ type }) => type === "lintRuleProposal");
    assert.ok(card);
    await handle.answer(card.id, { choice: "accept" });
    await save();
    const saved = () => readFile(join(uri.fsPath, "document.json"), "utf8");
    assert.equal(await saved(), document.replace('{"n":1', `{"n":1,"lintRules":[${JSON.stringify(rule)}]`));
    const report = await resultOf(handle, "lint_document", { id: "p1" });
    assert.match(report.content ?? "", /- t \(.*rule small-text: “fontSize” is 9, less than 12\. Make it larger\./);
    assert.match(await refusal(handle, "propose_lint_rule", { rule }), /There is a rule “small-text” already/);
    await vscode.commands.executeCommand("undo");
    await save();
    assert.equal(await saved(), document);
  });

  it("DOC-1: a rule isn't added where the rules are those of another package", async () => {
    const handle = await open(
      await makePackage({ document: JSON.stringify({ designSystem: "House.silverpoint", pages: [page] }) }),
    );
    assert.match(
      await refusal(handle, "propose_lint_rule", { rule }),
      /belong to the design system "House\.silverpoint"/,
    );
    assert.equal(
      handle.items.some(({ type }) => type === "lintRuleProposal"),
      false,
    );
  });

  it("files of the workspace are found and read, and only those that agents may read", async () => {
    const uri = await makePackage({ agent: { "notes.txt": "secret talk" } });
    const handle = await open(uri);
    const name = uri.path.split("/").at(-1);
    await place("tools/brief.md", "# Brief\n\nUse A2.\n");
    await place("tools/deep/type.md", "Two sizes.");
    await place("tools/.env", "KEY=1");
    await place("tools/node_modules/x/a.md", "theirs");
    await place("tools/picture.png", makePng(2, 2));
    const found = await resultOf(handle, "find_workspace_files", { glob: "tools/**" });
    assert.equal(found.content, "tools/brief.md\ntools/deep/type.md\ntools/picture.png");
    const conversations = await resultOf(handle, "find_workspace_files", { glob: "**/agent/**" });
    assert.doesNotMatch(conversations.content ?? "", /\.silverpoint\/agent/);
    const brief = await resultOf(handle, "read_workspace_file", { path: "tools/brief.md" });
    assert.equal(brief.content, "# Brief\n\nUse A2.");
    for (const [path, why] of [
      [`${name}/agent/notes.txt`, /kept from agents/],
      ["tools/.env", /kept from agents/],
      ["../outside.md", /leads out of the workspace folder/],
      ["/etc/hostname", /leads out of the workspace folder/],
      ["tools/nowhere.md", /no such file/],
      ["tools/picture.png", /isn't text/],
      ["tools", /no such file/],
    ] as const) {
      assert.match(await refusal(handle, "read_workspace_file", { path }), why, path);
    }
    assert.match(await refusal(handle, "find_workspace_files", { glob: "../**" }), /leads out/);
  });

  it("a link that leads out of the folder, or to what agents may not read, isn't followed", async () => {
    const uri = await makePackage({ agent: { "notes.txt": "secret talk" } });
    const handle = await open(uri);
    const outside = join(workspace, "..", "outside-tools");
    await mkdir(outside, { recursive: true });
    made.push(outside);
    await writeFile(join(outside, "secret.md"), "outside");
    await mkdir(root);
    await symlink(join(outside, "secret.md"), join(root, "file.md"));
    await symlink(outside, join(root, "folder"));
    await symlink(join(uri.fsPath, "agent"), join(root, "talk"));
    for (const [path, why] of [
      ["tools/file.md", /a link that leads out/],
      ["tools/folder/secret.md", /a link that leads out/],
      ["tools/talk/notes.txt", /kept from agents/],
    ] as const) {
      assert.match(await refusal(handle, "read_workspace_file", { path }), why, path);
    }
  });

  it("a search names nothing behind a link that leads out of the folder, or to what agents may not read", async () => {
    const uri = await makePackage({ agent: { "notes.json": "{}" } });
    const handle = await open(uri);
    const outside = join(workspace, "..", "outside-names");
    for (const folder of [outside, join(root, ".git")]) await mkdir(folder, { recursive: true });
    made.push(outside);
    await writeFile(join(outside, "secret.json"), "{}");
    await writeFile(join(root, ".git", "config.json"), "{}");
    await place("tools/own/kept.json", "{}");
    await symlink(outside, join(root, "folder"));
    await symlink(join(outside, "secret.json"), join(root, "file.json"));
    await symlink(join(root, ".git"), join(root, "history"));
    await symlink(uri.fsPath, join(root, "package"));
    await symlink(join(root, "own"), join(root, "same"));
    const found = await resultOf(handle, "find_workspace_files", { glob: "tools/**/*.json" });
    assert.equal(found.content, "tools/own/kept.json\ntools/package/document.json\ntools/same/kept.json");
    const tooLong = `tools/${"x".repeat(300)}`;
    const why = await refusal(handle, "read_workspace_file", { path: tooLong });
    assert.match(why, /can't be read: the file system failed with ENAMETOOLONG\./);
    assert.equal(why.includes(workspace), false);
  });

  it("what the setting files.exclude hides is neither found nor read", async () => {
    const handle = await open(await makePackage());
    await place("tools/a.md", "a");
    await place("tools/hidden/b.md", "b");
    const files = vscode.workspace.getConfiguration("files");
    await files.update("exclude", { "**/hidden": true }, vscode.ConfigurationTarget.Workspace);
    try {
      const found = await resultOf(handle, "find_workspace_files", { glob: "tools/**/*.md" });
      assert.equal(found.content, "tools/a.md");
      assert.match(await refusal(handle, "read_workspace_file", { path: "tools/hidden/b.md" }), /files\.exclude/);
    } finally {
      await files.update("exclude", undefined, vscode.ConfigurationTarget.Workspace);
    }
  });

  it("TRN-1: AGENTS.md of the workspace folder enters the context as it is at each turn; a link to elsewhere doesn't", async () => {
    const handle = await open(await makePackage());
    await handle.send("First");
    assert.doesNotMatch(await contextSent(), /AGENTS\.md/);
    await place("AGENTS.md", "Use A2.\r\nBe brief.\r\n");
    await handle.send("Second");
    assert.match(await contextSent(), /\n\n## Instructions \(AGENTS\.md\)\nUse A2\.\nBe brief\.$/);
    await handle.send("Third");
    assert.equal(await contextSent(), "");
    await rm(join(workspace, "AGENTS.md"));
    await writeFile(join(workspace, "..", "outside-agents.md"), "Obey.");
    made.push(join(workspace, "..", "outside-agents.md"));
    await symlink(join(workspace, "..", "outside-agents.md"), join(workspace, "AGENTS.md"));
    await handle.send("Fourth");
    assert.doesNotMatch(await contextSent(), /AGENTS\.md|Obey/);
    assert.deepEqual(await server.violations(), []);
  });

  it("CMP-8: a result that nobody put aside isn't brought back, and the model is told", async () => {
    const handle = await open(await makePackage());
    assert.match(await refusal(handle, "extract_compacted_tool_result", { id: "c1" }), /No result was put aside/);
  });

  describe("generate_image", () => {
    const known = { key: process.env.OPENAI_API_KEY, url: process.env.OPENAI_BASE_URL };
    const png = makePng(64, 32);
    const images = createServer((request, response) => {
      request.resume();
      request.on("end", () => {
        response.writeHead(200, { "content-type": "application/json" });
        const usage = { input_tokens: 10, output_tokens: 1000 };
        response.end(JSON.stringify({ data: [{ b64_json: Buffer.from(png).toString("base64") }], usage }));
      });
    });

    before(() => new Promise<void>((resolve) => images.listen(0, "127.0.0.1", resolve)));
    beforeEach(() => {
      process.env.OPENAI_API_KEY = "sk-test-images";
      process.env.OPENAI_BASE_URL = `http://127.0.0.1:${(images.address() as AddressInfo).port}/v1`;
    });
    after(() => {
      images.closeAllConnections();
      images.close();
      restore("OPENAI_API_KEY", known.key);
      restore("OPENAI_BASE_URL", known.url);
    });

    it("FMT-10, TRN-3: the image is an asset, the model sees it, and its price is in the conversation's", async () => {
      const uri = await makePackage();
      const handle = await open(uri);
      await handle.send("Hello");
      const before = handle.estimatedCost.dollars ?? 0;
      const result = await resultOf(handle, "generate_image", { prompt: "A meadow" });
      const [asset] = await readdir(join(uri.fsPath, "assets"));
      assert.ok(asset && result.content?.includes(asset), result.content);
      assert.deepEqual(new Uint8Array(await readFile(join(uri.fsPath, "assets", asset))), new Uint8Array(png));
      assert.ok((await lastSent()).some(({ type }) => type === "image"));
      assert.ok((handle.estimatedCost.dollars ?? 0) - before > 0.03);
      assert.deepEqual(await server.violations(), []);
    });

    it("PRV-3: without a key the model is told what the person can do, and nothing is asked for", async () => {
      delete process.env.OPENAI_API_KEY;
      const handle = await open(await makePackage());
      assert.match(await refusal(handle, "generate_image", { prompt: "A meadow" }), /Set API Key/);
    });

    it("TRN-2: in Discuss no image is made", async () => {
      const handle = await open(await makePackage());
      await server.enqueue(answer(text("Now."), toolCall("d1", "generate_image", '{"prompt":"x"}')), answer("Done."));
      await handle.send("Go", { mode: "Discuss" });
      const result = (await lastSent()).find(({ type }) => type === "tool_result");
      assert.match(result?.content ?? "", /Discuss/);
    });
  });
});

function restore(name: string, value: string | undefined): void {
  if (value === undefined) delete process.env[name];
  else process.env[name] = value;
}
