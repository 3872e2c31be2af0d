import { strict as assert } from "node:assert";
import { mkdir, readFile, symlink, writeFile } from "node:fs/promises";
import { basename, join } from "node:path";
import * as vscode from "vscode";
import { hashBytes } from "../../src/archive/images.ts";
import { answer, text, toolCall } from "../support/modelServer/script.ts";
import { makePng } from "../support/pictures.ts";
import { closeAll, makePackage, open, save, server, workspace } from "./support.ts";

interface WireBlock {
  readonly type: string;
  readonly text?: string;
  readonly content?: string;
  readonly is_error?: boolean;
}

/** The blocks of the last message that the model was sent. */
async function lastSent(): Promise<readonly WireBlock[]> {
  const body = JSON.parse((await server.requests()).at(-1)?.body ?? "{}");
  return body.messages.at(-1).content;
}

async function sectionSent(title: string): Promise<string | undefined> {
  return (await lastSent()).map(({ text: words }) => words).find((words) => words?.startsWith(`${title}\n`));
}

/** Has the agent call a tool, and gives the result that it is sent. */
async function resultOf(uri: vscode.Uri, name: string, input: object): Promise<WireBlock | undefined> {
  const handle = await open(uri);
  await server.enqueue(answer(text("Now."), toolCall("c1", name, JSON.stringify(input))), answer("Done."));
  assert.equal((await handle.send("Go")).kind, "completed");
  return (await lastSent()).find(({ type }) => type === "tool_result");
}

function operations(...list: readonly object[]): { operations: string } {
  return { operations: JSON.stringify(list) };
}

const page = { id: "p1", name: "Front", width: 100, height: 100, children: [] };
const onePage = JSON.stringify({ name: "Poster", pages: [page] });

describe("the design of a package", () => {
  beforeEach(() => server.reset());
  afterEach(closeAll);

  it("DOC-1, TRN-1: the tokens of a design-system package beside it reach the turn, once until they change", async () => {
    const system = join(workspace, "House.silverpoint");
    await mkdir(system, { recursive: true });
    const tokens = (accent: string) =>
      writeFile(
        join(system, "document.json"),
        JSON.stringify({ kind: "designSystem", designSystem: { colors: { accent } } }),
      );
    await tokens("#C8502D");
    const document = JSON.stringify({ name: "Poster", designSystem: "House.silverpoint", pages: [page] });
    const handle = await open(await makePackage({ document }));
    await handle.send("First");
    assert.match((await sectionSent("# Design system")) ?? "", /#C8502D/);
    await handle.send("Second");
    assert.equal(await sectionSent("# Design system"), undefined);
    await tokens("#2F6FED");
    await handle.send("Third");
    assert.match((await sectionSent("# Design system")) ?? "", /#2F6FED/);
    assert.deepEqual(await server.violations(), []);
  });

  /** A package whose design names this design system; resolves to what of it the model was told. */
  async function toldOf(designSystem: string): Promise<string | undefined> {
    const document = JSON.stringify({ name: "P", designSystem, pages: [page] });
    await (await open(await makePackage({ document }))).send("Hello");
    assert.deepEqual(await server.violations(), []);
    return sectionSent("# Design system");
  }

  /** A design system with one colour, in a new folder. */
  async function makeSystem(folder: string, colour: string): Promise<void> {
    await mkdir(folder, { recursive: true });
    const document = { kind: "designSystem", designSystem: { colors: { accent: colour } } };
    await writeFile(join(folder, "document.json"), JSON.stringify(document));
  }

  for (const path of ["Near.silverpoint", "./Near.silverpoint/", "kits/../kits/Near.silverpoint"]) {
    it(`DOC-1: a design system inside the workspace folder is read, however its path is written: ${path}`, async () => {
      await makeSystem(join(workspace, path), "#123456");
      assert.match((await toldOf(path)) ?? "", /#123456/);
    });
  }

  const outside = join(workspace, "..", "Outside.silverpoint");
  const outsidePaths = [
    "../Outside.silverpoint",
    "sub/../../Outside.silverpoint",
    "../workspace-2/../Outside.silverpoint",
    outside,
    vscode.Uri.file(outside).toString(),
    `/${outside}`,
  ];
  for (const [index, path] of outsidePaths.entries()) {
    it(`DOC-1: a design system outside the workspace folder is never read: path ${index}`, async () => {
      await makeSystem(outside, "#5EC2E7");
      // A path that begins at the root is none below the workspace folder either.
      await makeSystem(join(workspace, outside), "#5EC2E7");
      assert.equal(await toldOf(path), undefined);
    });
  }

  it("DOC-1: a folder beside the workspace folder whose name begins the same is outside", async () => {
    await makeSystem(`${workspace}-2/Twin.silverpoint`, "#5EC2E7");
    assert.equal(await toldOf(`../${basename(workspace)}-2/Twin.silverpoint`), undefined);
  });

  it("DOC-1: a folder that isn't a package is never read", async () => {
    await makeSystem(join(workspace, "plain"), "#5EC2E7");
    assert.equal(await toldOf("plain"), undefined);
  });

  it("DOC-1: a linked document.json of a design system is not followed", async () => {
    const system = join(workspace, "Linked.silverpoint");
    await makeSystem(outside, "#5EC2E7");
    await mkdir(system, { recursive: true });
    await symlink(join(outside, "document.json"), join(system, "document.json"));
    assert.equal(await toldOf("Linked.silverpoint"), undefined);
  });

  it("DOC-1: a design system that is a link, or lies behind one, is not followed", async () => {
    await makeSystem(outside, "#5EC2E7");
    await symlink(outside, join(workspace, "Away.silverpoint"));
    assert.equal(await toldOf("Away.silverpoint"), undefined);
    await symlink(join(workspace, ".."), join(workspace, "above"));
    assert.equal(await toldOf("above/Outside.silverpoint"), undefined);
  });

  it("DOC-1: a package that was itself opened through a link has the design systems beside it", async () => {
    const real = join(workspace, "real");
    await makeSystem(join(real, "Kit.silverpoint"), "#123456");
    await mkdir(join(real, "Card.silverpoint"));
    const document = JSON.stringify({ name: "Card", designSystem: "Kit.silverpoint", pages: [page] });
    await writeFile(join(real, "Card.silverpoint", "document.json"), document);
    await symlink(real, join(workspace, "shortcut"));
    await (await open(vscode.Uri.file(join(workspace, "shortcut", "Card.silverpoint")))).send("Hello");
    assert.match((await sectionSent("# Design system")) ?? "", /#123456/);
  });

  it("DOC-2: an asset that isn't in the package is refused with what there is; one that is there is taken", async () => {
    const uri = await makePackage({ document: onePage });
    const bytes = makePng(20, 10);
    const name = `${await hashBytes(bytes)}.png`;
    await mkdir(join(uri.fsPath, "assets"));
    await writeFile(join(uri.fsPath, "assets", name), bytes);
    const image = (asset: string) => ({
      op: "insert",
      parent: "p1",
      node: { type: "image", asset, width: 20, height: 10 },
    });
    const refused = await resultOf(uri, "batch_design", operations(image(`${"0".repeat(64)}.png`)));
    assert.equal(refused?.is_error, true);
    assert.match(refused?.content ?? "", new RegExp(name));
    const taken = await resultOf(uri, "batch_design", operations(image(name)));
    assert.equal(taken?.is_error, undefined);
    await save();
    assert.equal(
      JSON.parse(await readFile(join(uri.fsPath, "document.json"), "utf8")).pages[0].children[0].asset,
      name,
    );
  });

  it("DOC-3: without a panel that could draw, a screenshot says so to the model, and the turn goes on", async () => {
    const uri = await makePackage({ document: onePage });
    const handle = await open(uri);
    await server.enqueue(answer(text("Now."), toolCall("c1", "get_screenshot", "{}")), answer("Without it, then."));
    // Another tab is in front: the panel of the package is hidden, and its page gone.
    await vscode.window.showTextDocument(await vscode.workspace.openTextDocument({ content: "notes" }));
    assert.equal((await handle.send("Look")).kind, "completed");
    const [result] = await lastSent();
    assert.equal(result?.is_error, true);
    assert.match(result?.content ?? "", /No panel of this document is open/);
  });

  it("DOC-3: a picture of a node that isn't there is refused with what to do", async () => {
    const result = await resultOf(await makePackage({ document: onePage }), "get_screenshot", { id: "nowhere" });
    assert.equal(result?.is_error, true);
    assert.match(result?.content ?? "", /no page or node “nowhere”.*get_document/);
  });

  it("DOC-2: a design that can't be read is changed by nobody, and the model is told", async () => {
    const uri = await makePackage({ document: onePage });
    const handle = await open(uri);
    await writeFile(join(uri.fsPath, "document.json"), "{ not JSON");
    await server.enqueue(
      answer(text("Now."), toolCall("c1", "batch_design", JSON.stringify(operations({ op: "delete", id: "p1" })))),
      answer("I see."),
    );
    await handle.send("Go");
    const [result] = await lastSent();
    assert.equal(result?.is_error, true);
    assert.equal(await readFile(join(uri.fsPath, "document.json"), "utf8"), "{ not JSON");
  });

  it("PKG-4: a template takes the tools like any other design, and keeps no conversation", async () => {
    const uri = await makePackage({ document: JSON.stringify({ kind: "template", pages: [page] }) });
    const node = { type: "ellipse", width: 10, height: 10 };
    const result = await resultOf(uri, "batch_design", operations({ op: "insert", parent: "p1", node }));
    assert.equal(result?.is_error, undefined);
    await save();
    assert.equal(JSON.parse(await readFile(join(uri.fsPath, "document.json"), "utf8")).pages[0].children.length, 1);
  });
});
