import { describe, expect, it } from "vitest";
import { hashBytes } from "../../../src/archive/images.ts";
import { KeptDrafts } from "../../../src/editor/keptDrafts.ts";
import type { ComposerDraft } from "../../../src/protocol/index.ts";
import { MemoryFileStore } from "../../support/memoryFileStore.ts";

const uriOf = (place: string) => `file:///designs/${place}.silverpoint`;
const packageAt = (place: string) => ({ packageUri: uriOf(place) });

function draftOf(text: string, more: Partial<ComposerDraft> = {}): ComposerDraft {
  return { text, from: [], lineage: "a", revision: 1, ...more };
}

/** The workspace's state, which outlives its windows; `off` are packages that keep no conversation. */
class Workspace {
  readonly values = new Map<string, unknown>();
  readonly off = new Set<string>();
  readonly warnings: string[] = [];
  readonly files = new MemoryFileStore();
  full = false;

  openWindow(): KeptDrafts {
    return new KeptDrafts({
      state: {
        keys: () => [...this.values.keys()],
        get: (key) => this.values.get(key),
        update: async (key, value) => {
          if (this.full) throw new Error("no room");
          if (value === undefined) this.values.delete(key);
          else this.values.set(key, structuredClone(value));
        },
      },
      mayKeep: (packageUri) => !this.off.has(packageUri),
      warn: (line) => this.warnings.push(line),
      images: this.files,
    });
  }
}

describe("kept drafts", () => {
  it("PKG-7: a draft is there again in the next window, for its own package alone", () => {
    const workspace = new Workspace();
    const draft = draftOf("Half a thought", { from: [{ id: "s1", text: "Half" }] });
    workspace.openWindow().keep(packageAt("Poster"), draft);
    const next = workspace.openWindow();
    expect(next.of(packageAt("Poster"))).toEqual(draft);
    expect(next.of(packageAt("Card"))).toBeUndefined();
  });

  it("PKG-7: of two views the one that was typed in last is kept", () => {
    const drafts = new Workspace().openWindow();
    const poster = packageAt("Poster");
    drafts.keep(poster, draftOf("left", { lineage: "left", revision: 9 }));
    drafts.keep(poster, draftOf("right", { lineage: "right" }));
    expect(drafts.of(poster)).toMatchObject({ text: "right" });
  });

  it("PKG-7: an emptied one is told to a page that doesn't know yet, and is gone once the panel is closed", () => {
    const workspace = new Workspace();
    const poster = packageAt("Poster");
    workspace.openWindow().keep(poster, draftOf("sent"));
    workspace.openWindow().keep(poster, draftOf("", { revision: 2 }));
    const reloaded = workspace.openWindow();
    expect(reloaded.of(poster)).toEqual(draftOf("", { revision: 2 }));
    reloaded.forgetEmpty(poster);
    expect(workspace.values.size).toBe(0);
  });

  it.each([draftOf("a thought"), draftOf("", { from: [{ id: "s1", text: "" }] })])(
    "PKG-7: closing the panel forgets no draft with something in it: %j",
    (draft) => {
      const drafts = new Workspace().openWindow();
      drafts.keep(packageAt("Poster"), draft);
      drafts.forgetEmpty(packageAt("Poster"));
      expect(drafts.of(packageAt("Poster"))).toEqual(draft);
    },
  );

  it("PKG-12: goes with its package when that is renamed", () => {
    const workspace = new Workspace();
    const drafts = workspace.openWindow();
    const session = packageAt("Poster");
    drafts.keep(session, draftOf("a thought"));
    session.packageUri = uriOf("Placard");
    expect(drafts.of(session)).toEqual(draftOf("a thought"));
    expect(drafts.of(packageAt("Poster"))).toBeUndefined();
    expect(workspace.openWindow().of(packageAt("Placard"))).toEqual(draftOf("a thought"));
  });

  it("SET-2: nothing is kept for a package whose conversation isn't, and what was is forgotten, open or not", () => {
    const workspace = new Workspace();
    workspace.values.set(`asked at ${uriOf("Poster")}`, "something else");
    const drafts = workspace.openWindow();
    for (const place of ["Poster", "Card", "Flyer"]) drafts.keep(packageAt(place), draftOf(place));
    workspace.off.add(uriOf("Poster"));
    drafts.forgetUnkept();
    workspace.off.add(uriOf("Card"));
    drafts.keep(packageAt("Card"), draftOf("typed after that"));
    expect([...workspace.values.values()]).toEqual(["something else", draftOf("Flyer")]);
  });

  it("COM-2: what another version left there is passed over", () => {
    const workspace = new Workspace();
    const poster = packageAt("Poster");
    workspace.openWindow().keep(poster, draftOf("a thought"));
    for (const key of workspace.values.keys()) workspace.values.set(key, { text: 7 });
    const drafts = workspace.openWindow();
    expect(drafts.of(poster)).toBeUndefined();
    drafts.forgetEmpty(poster);
    drafts.keep(poster, draftOf("anew"));
    expect(drafts.of(poster)).toEqual(draftOf("anew"));
  });

  it("says in the log that a draft was not kept", async () => {
    const workspace = new Workspace();
    workspace.full = true;
    workspace.openWindow().keep(packageAt("Poster"), draftOf("a thought"));
    await expect.poll(() => workspace.warnings).toEqual([expect.stringContaining("no room")]);
  });
});

describe("the images of kept drafts", () => {
  async function picture(text: string) {
    const bytes = new TextEncoder().encode(text);
    return { bytes, image: { sha256: await hashBytes(bytes), name: `${text}.png` } };
  }

  it("PKG-7: are there again in the next window, and go with the last draft that names them", async () => {
    const workspace = new Workspace();
    const [moon, sun] = [await picture("moon"), await picture("sun")];
    const drafts = workspace.openWindow();
    for (const { image, bytes } of [moon, sun]) await drafts.keepImage(packageAt("Poster"), image.sha256, bytes);
    drafts.keep(packageAt("Poster"), draftOf("", { images: [moon.image, sun.image] }));
    drafts.keep(packageAt("Card"), draftOf("", { images: [sun.image] }));
    const next = workspace.openWindow();
    await next.forgetStrayImages();
    expect(await next.image(moon.image.sha256)).toEqual(moon.bytes);
    next.keep(packageAt("Poster"), draftOf("sent", { revision: 2 }));
    expect(await next.image(moon.image.sha256)).toBeUndefined();
    expect(await next.image(sun.image.sha256)).toEqual(sun.bytes);
  });

  it("PKG-7: one that no draft came to name goes when a window opens, and one that was changed isn't shown", async () => {
    const workspace = new Workspace();
    const [moon, sun] = [await picture("moon"), await picture("sun")];
    const drafts = workspace.openWindow();
    for (const { image, bytes } of [moon, sun]) await drafts.keepImage(packageAt("Poster"), image.sha256, bytes);
    drafts.keep(packageAt("Poster"), draftOf("", { images: [sun.image] }));
    await workspace.openWindow().forgetStrayImages();
    expect([...workspace.files.files.keys()]).toEqual([sun.image.sha256]);
    workspace.files.files.set(sun.image.sha256, moon.bytes);
    expect(await drafts.image(sun.image.sha256)).toBeUndefined();
    expect(await drafts.image("../secrets")).toBeUndefined();
  });

  it("SET-2: none is kept for a package whose conversation isn't, and what was is forgotten", async () => {
    const workspace = new Workspace();
    const moon = await picture("moon");
    const drafts = workspace.openWindow();
    await drafts.keepImage(packageAt("Poster"), moon.image.sha256, moon.bytes);
    drafts.keep(packageAt("Poster"), draftOf("", { images: [moon.image] }));
    workspace.off.add(uriOf("Poster"));
    drafts.forgetUnkept();
    expect(await drafts.image(moon.image.sha256)).toBeUndefined();
    await drafts.keepImage(packageAt("Poster"), moon.image.sha256, moon.bytes);
    expect(workspace.files.files.size).toBe(0);
  });
});
