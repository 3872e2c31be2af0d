import { describe, expect, it } from "vitest";
import {
  type CallHandlers,
  type FromHost,
  type FromPanel,
  HostEnd,
  PanelEnd,
  type PanelState,
} from "../../../src/protocol/index.ts";
import { stateOf } from "../../support/panelStates.ts";

function connect(handlers: Partial<CallHandlers> = {}) {
  const toPanel: FromHost[] = [];
  const toHost: FromPanel[] = [];
  const states: PanelState[] = [];
  const invalid: string[] = [];
  const source = { state: stateOf() };
  const panel = new PanelEnd({
    post: (message) => toHost.push(message),
    onState: (state) => states.push(state),
    onFocusComposer: () => undefined,
    onFind: () => undefined,
    questions: {
      scaleImage: async ({ image, edge }) => {
        if (edge < 1) throw new Error("too small");
        return { ...image, data: `${image.data}@${edge}` };
      },
      draw: () => Promise.reject(new Error("nothing to draw")),
      confirmRoom: async () => ({ confirmed: false }),
    },
  });
  const done = async () => ({});
  const host = new HostEnd({
    post: (message) => toPanel.push(message),
    state: () => source.state,
    onInvalid: (reason) => invalid.push(reason),
    handlers: {
      send: async () => ({ accepted: true }),
      sendUnsent: async () => ({ accepted: true }),
      readImage: done,
      enterImage: () => ({ sha256: "", name: "" }),
      drawSelection: () => ({ images: [] }),
      readSentMessages: () => ({ messages: [], more: false }),
      retryTurn: () => ({ accepted: true }),
      reviseMessage: done,
      chooseMode: done,
      answerCard: done,
      rate: done,
      stop: done,
      removeQueued: done,
      editQueued: done,
      releaseQueue: done,
      dismissUnsent: done,
      keepDraft: done,
      renameDesign: done,
      readDrawing: () => ({ kind: "whole", drawing: { revision: 1, components: {} } }),
      lookAt: done,
      addImage: done,
      reloadDesign: done,
      heartbeat: done,
      copyItem: done,
      disallow: done,
      undoRewrite: done,
      readItems: done,
      findItems: () => ({ count: 0, matches: [] }),
      openLink: done,
      runCommand: done,
      ...handlers,
    },
  });
  const deliver = async () => {
    while (toPanel.length + toHost.length > 0) {
      for (const message of toHost.splice(0)) await host.receive(structuredClone(message));
      for (const message of toPanel.splice(0)) panel.receive(structuredClone(message));
    }
  };
  return { panel, host, toPanel, toHost, states, invalid, source, deliver };
}

describe("the channel between host and panel", () => {
  it("a panel that starts gets the whole state, then differences", async () => {
    const { panel, host, states, deliver } = connect();
    host.sendChanges([{ op: "truncate", length: 0 }]);
    panel.start();
    await deliver();
    host.sendChanges([{ op: "item", index: 0, item: { id: "1", type: "user", text: "Hi" } }]);
    await deliver();
    expect(states.map((state) => state.items.length)).toEqual([0, 1]);
  });

  it("PKG-7: a draft that came with the whole state stays when the composer changes otherwise", async () => {
    const { host, panel, states, source, deliver } = connect();
    const draft = { text: "Half a thought", from: [], lineage: "one", revision: 14 };
    source.state = { ...stateOf(), composer: { blocked: { text: "No key yet" }, draft } };
    panel.start();
    await deliver();
    host.sendChanges([{ op: "set", values: { composer: { sendWith: "enter" } }, removed: [] }]);
    await deliver();
    expect(states.at(-1)?.composer).toEqual({ sendWith: "enter", draft });
  });

  it("a gap in the sequence asks once for the whole state again", async () => {
    const { panel, host, toPanel, toHost, states, source, deliver } = connect();
    panel.start();
    await deliver();
    host.sendChanges([{ op: "truncate", length: 0 }]);
    toPanel.splice(0);
    source.state = { ...stateOf(), turn: "running" };
    host.sendChanges([{ op: "truncate", length: 0 }]);
    host.sendChanges([{ op: "truncate", length: 0 }]);
    for (const message of toPanel.splice(0)) panel.receive(message);
    expect(toHost).toEqual([{ kind: "ready" }]);
    await deliver();
    expect(states.at(-1)?.turn).toBe("running");
  });

  it("a change that doesn't fit asks for the whole state", async () => {
    const { panel, host, toHost, deliver } = connect();
    panel.start();
    await deliver();
    panel.receive({ kind: "changes", sequence: 2, changes: [{ op: "append", index: 7, text: "x" }] });
    expect(toHost).toEqual([{ kind: "ready" }]);
    host.close();
  });

  it("calls are answered one by one, and a failure comes back as its message", async () => {
    const { panel, deliver } = connect({
      stop: async () => {
        throw new Error("Nothing runs.");
      },
    });
    const sent = panel.call("send", { text: "Hi" });
    const stopped = panel.call("stop", {});
    await Promise.all([deliver(), expect(stopped).rejects.toThrow("Nothing runs."), sent]);
    expect(await sent).toEqual({ accepted: true });
  });

  it("what isn't in the table is refused and noted, never run", async () => {
    const { host, toPanel, invalid } = connect();
    await host.receive({ kind: "call", call: 1, name: "constructor", input: {} });
    await host.receive({ kind: "call", call: 2, name: "send", input: { text: 7 } });
    await host.receive("nonsense");
    expect(toPanel.map((message) => message.kind)).toEqual(["refusal", "refusal"]);
    expect(invalid).toHaveLength(2);
  });

  it("IMG-5: the host has the panel draw images; a failure and a closed panel reject", async () => {
    const { panel, host, deliver } = connect();
    const image = { mimeType: "image/png", data: "AAAA" };
    const drawn = host.ask("scaleImage", { image, edge: 10 });
    panel.start();
    await deliver();
    const failed = host.ask("scaleImage", { image, edge: 0 });
    const checks = Promise.all([
      expect(drawn).resolves.toEqual({ ...image, data: "AAAA@10" }),
      expect(failed).rejects.toThrow("too small"),
    ]);
    await deliver();
    await new Promise((resolve) => setImmediate(resolve));
    await deliver();
    await checks;
    const given = host.ask("scaleImage", { image, edge: 5 });
    host.close();
    await expect(given).rejects.toThrow("closed");
    await expect(host.ask("scaleImage", { image, edge: 10 })).rejects.toThrow("No panel is open");
  });

  it("closing rejects what still waits, and later calls", async () => {
    const { panel } = connect();
    const waiting = panel.call("stop", {});
    panel.close();
    await expect(waiting).rejects.toThrow("closed");
    await expect(panel.call("stop", {})).rejects.toThrow("closed");
  });
});
