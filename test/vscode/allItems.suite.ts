import { strict as assert } from "node:assert";
import * as vscode from "vscode";
import { itemTypes } from "../../src/archive/types.ts";
import { answer, type Step, text, thinking, toolCall } from "../support/modelServer/script.ts";
import { closeAll, conversationFile, filesIn, makePackage, open, save, server, settled } from "./support.ts";

const page = { id: "p1", name: "Front", width: 100, height: 100, children: [] };
const document = JSON.stringify({ name: "Poster", designSystem: { colors: { ink: "#14213D" } }, pages: [page] });

function call(name: string, input: object): Step {
  return toolCall(`toolu_${name}`, name, JSON.stringify(input));
}

const operations = JSON.stringify([{ op: "insert", parent: "p1", node: { type: "rectangle", width: 10, height: 10 } }]);
const question = { text: "Which colour?", choice: "single", options: [{ label: "Red" }, { label: "Blue" }] };
const directions = [
  { title: "Calm", description: "Much room, one colour." },
  { title: "Loud", description: "No room, all colours." },
];
const rule = {
  id: "no-tiny-text",
  message: "Text is 8 or larger.",
  types: ["text"],
  field: "fontSize",
  check: { min: 8 },
};

/** One answer with everything that a model can do. */
const everything = [
  answer(thinking("What is wanted?"), text("Let me see.")),
  answer(
    { do: "webSearch", query: "night markets", results: [{ title: "Markets", url: "https://example.com/markets" }] },
    text("I found something."),
    { do: "citation", title: "Markets", url: "https://example.com/markets" },
    call("ask_questions", { questions: [question] }),
    call("propose_directions", { directions }),
    call("propose_skill", {
      name: "market-posters",
      description: "How we do them.",
      instructions: "# Posters\n\nLarge.",
    }),
    call("propose_lint_rule", { rule }),
    call("report_issue", { title: "Empty page", text: "There is nothing on it.", nodes: ["p1"] }),
    call("batch_design", { operations }),
    call("get_document", { what: "outline" }),
  ),
  answer("All done."),
];

describe("every type of item", () => {
  beforeEach(() => server.reset());
  afterEach(closeAll);

  it("FMT-4, PKG-0: is made by a conversation, saved, and equal when it is opened again", async () => {
    const uri = await makePackage({ document });
    const handle = await open(uri);
    await server.enqueue(...everything);
    assert.equal((await handle.send("Hello")).kind, "completed");
    const turn = handle.send("Make it all", { mode: "Ask first" });
    const itemOf = (type: string) => handle.items.find((item) => item.type === type)?.id ?? "";
    await settled(handle, () => itemOf("questions") !== "" && itemOf("toolApproval") !== "");
    await handle.answer(itemOf("questions"), { answers: { q1: ["Blue"] } });
    await handle.answer(itemOf("toolApproval"), { choice: "allow" });
    assert.deepEqual(await turn, { kind: "completed" });
    await handle.answer(itemOf("skillProposal"), { choice: "accept" });
    await handle.answer(itemOf("lintRuleProposal"), { choice: "accept" });
    await server.enqueue({ kind: "answer", steps: [text("I can't")], stopReason: "refusal" }, answer("Loud it is."));
    assert.equal((await handle.send("Something bad")).kind, "failed");
    await handle.answer(itemOf("directions"), { direction: "Loud" });
    await settled(handle, () => handle.state === "idle" && handle.items.at(-1)?.text === "Loud it is.");
    await handle.rate(handle.items.at(-1)?.id ?? "", "good", ["Did what I asked"]);

    const made = new Set(handle.items.map(({ type }) => type));
    assert.deepEqual(
      itemTypes.filter((type) => !made.has(type)),
      [],
    );
    assert.deepEqual(await server.violations(), []);
    const skill = vscode.Uri.joinPath(uri, "..", ".agents", "skills", "market-posters", "SKILL.md");
    assert.match(new TextDecoder().decode(await vscode.workspace.fs.readFile(skill)), /^---\nname: market-posters\n/);
    const design = JSON.parse(new TextDecoder().decode(await readDesign(uri)));
    assert.deepEqual(design.pages[0].children, [], "nothing is on disk before it is saved");

    const items = structuredClone(handle.items);
    const history = structuredClone(handle.history);
    await save();
    const files = await filesIn(vscode.Uri.joinPath(uri, "agent"));
    const saved = await conversationFile(uri);
    assert.deepEqual(saved.items, items);
    assert.deepEqual(JSON.parse(new TextDecoder().decode(await readDesign(uri))).designSystem.lintRules, [rule]);
    await closeAll();
    const reopened = await open(uri);
    assert.deepEqual(reopened.items, items);
    assert.deepEqual(reopened.history, history);
    await save();
    assert.deepEqual(await filesIn(vscode.Uri.joinPath(uri, "agent")), files);
    await assert.rejects(reopened.answer(itemOf("toolApproval"), { choice: "allow" }), /No card/);
  });
});

function readDesign(uri: vscode.Uri): Thenable<Uint8Array> {
  return vscode.workspace.fs.readFile(vscode.Uri.joinPath(uri, "document.json"));
}
