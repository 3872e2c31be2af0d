import { describe, expect, it } from "vitest";
import type { TurnEvent } from "../../../src/agent/ports.ts";
import { message } from "../../support/messages.ts";
import { PackageOnDisk } from "../../support/packageOnDisk.ts";
import { answer, callAnswer, ScriptedModel } from "../../support/scriptedModel.ts";

/** A point in a script that the test lets pass. */
function gate() {
  let open: () => void = () => undefined;
  const passed = new Promise<TurnEvent | undefined>((resolve) => {
    open = () => resolve(undefined);
  });
  return { passed, open };
}

const insert = JSON.stringify([{ op: "insert", parent: "p1", node: { id: "r1", type: "rectangle" } }]);
const design = JSON.stringify({ pages: [{ id: "p1", name: "Front", children: [] }] });

describe("a save in the middle of a turn", () => {
  it("PKG-13, PKG-0: is not the last that is kept: what the turn brings after it comes back after a crash", async () => {
    const { passed, open } = gate();
    const call = callAnswer(["t1", "batch_design", JSON.stringify({ operations: insert })]);
    const model = new ScriptedModel(
      [{ type: "text", text: "Before the save. " }, passed, ...call],
      [{ type: "text", text: "Round two." }, new Promise(() => undefined)],
    );
    const disk = new PackageOnDisk(design);
    const { session } = await disk.open({ model });
    const shows = (text: string) =>
      new Promise<void>((resolve) => {
        const look = () => {
          if (session.conversation.items.some((item) => item.text?.includes(text))) resolve();
        };
        session.onDidChange(look);
        look();
      });
    void session.send(message("Go"));
    await shows("Before the save.");
    await session.save();
    open();
    await shows("Round two.");
    await session.backup();
    disk.crash();
    const again = await disk.open();
    expect(again.session.conversation.items.map(({ type }) => type)).toEqual([
      "user",
      "assistant",
      "tool",
      "assistant",
    ]);
    expect(again.session.design.unsavedText).toContain("r1");
  });
});

describe("a document that can't be told of", () => {
  it("TRN-6, TRN-9: keeps no message from being sent, and leaves nothing running", async () => {
    const deep = `{"designSystem":{"a":${"[".repeat(8000)}${"]".repeat(8000)}},"pages":[]}`;
    const { session } = await new PackageOnDisk(deep).open({ model: new ScriptedModel(answer("Hello")) });
    expect(await session.send(message("Hi"))).toEqual({ kind: "completed" });
    expect(session.turns.state).toBe("idle");
  });
});

describe("Stop while batch_design looks for assets", () => {
  it("TRN-6: nothing of it arrives after Stop", async () => {
    const call = callAnswer(["t1", "batch_design", JSON.stringify({ operations: insert })]);
    const disk = new PackageOnDisk(design);
    const { session } = await disk.open({ model: new ScriptedModel(call) });
    const { passed, open } = gate();
    const list = disk.store.list.bind(disk.store);
    const asked = new Promise<void>((resolve) => {
      disk.store.list = async (folder) => {
        const isIdle = session.turns.state === "idle";
        if (folder === "" && !isIdle && session.conversation.history.length === 2) {
          resolve();
          await passed;
        }
        return list(folder);
      };
    });
    const turn = session.send(message("Go"));
    await asked;
    await session.turns.stop();
    open();
    await turn;
    await session.backup();
    expect(session.design.unsavedText).toBeUndefined();
  });
});
