import { mkdtemp, readdir, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { encodeCanonicalJson } from "../../src/archive/canonicalJson.ts";
import { type ReadOutcome, readArchive } from "../../src/archive/index.ts";
import { PackageFolder } from "../../src/folder/packageFolder.ts";
import { makeConversation } from "../support/conversations.ts";
import {
  type HostilePackage,
  hostileGroups,
  listHostilePackages,
  secret,
  writeHostilePackage,
} from "../support/hostile/index.ts";
import { MemoryFileStore } from "../support/memoryFileStore.ts";
import { NodeFileStore } from "../support/nodeFileStore.ts";

const all = listHostilePackages();
const utf8 = new TextEncoder();

/** All that a reader of a package has any business with. */
const readable =
  /^(|agent|agent\/images|agent\/(?:conversation|reclaimed)\.json(\.new)?|agent\/images\/[0-9a-f]{64}\.[^/\\]+)$/;

function storeOf(hostile: HostilePackage): MemoryFileStore {
  const store = new MemoryFileStore(hostile.files());
  for (const link of hostile.links) store.addLink(link, utf8.encode(secret));
  return store;
}

function expectAsTold(outcome: ReadOutcome, { kind, says }: HostilePackage): void {
  expect(outcome.kind).toBe(kind);
  if (says === undefined) return;
  if (outcome.kind === "unreadable") expect(outcome.reason).toContain(says);
  if (outcome.kind === "conversation") expect(outcome.omitted.map(({ cause }) => cause).join()).toBe(says);
}

/** Long arrays of numbers are slow to compare. */
const textOf = (bytes: Uint8Array) => new TextDecoder("latin1").decode(bytes);
const textsOf = (files: ReadonlyMap<string, Uint8Array>) =>
  new Map([...files].map(([path, bytes]) => [path, textOf(bytes)]));

describe("the table of hostile packages", () => {
  it("COM-2: names them all, each once", async () => {
    const rows = Object.entries(hostileGroups).map(([group, packages]) => [
      `\n## ${group}\n`,
      "| package | kind | says |",
      "| --- | --- | --- |",
      ...packages.map(({ name, kind, says }) => `| ${name} | ${kind} | ${says} |`),
    ]);
    const intro = `# Hostile packages

What reading each package of \`test/support/hostile\` must give: the kind of outcome, and words of the reason when it is
unreadable, or why an image of it can't be shown. Those of \`../cases\` are read with them. In every case the document opens,
nothing is written, nothing outside the package is read, and an \`unreadable\` folder stays byte-identical.

The table is made by \`test/unit/hostile.test.ts\` (run vitest with \`-u\`); \`writeHostilePackage\` puts one into a folder.`;
    await expect([intro, ...rows.flat(), ""].join("\n")).toMatchFileSnapshot("../fixtures/hostile/README.md");
    expect(new Set(all.map(({ name }) => name)).size).toBe(all.length);
    expect(all.length).toBeGreaterThan(180);
  });
});

describe("a hostile package", () => {
  it.each(all)(
    "COM-1 to COM-4, IMG-4: $name opens as told; nothing is written, nothing else is read",
    async (hostile) => {
      const store = storeOf(hostile);
      const before = textsOf(store.files);
      const outcome = await new PackageFolder(store).open();
      expectAsTold(outcome, hostile);
      expect("polluted" in {}).toBe(false);
      expect(store.changes).toEqual([]);
      expect(textsOf(store.files)).toEqual(before);
      expect(store.calls.map(({ path }) => path).filter((path) => !readable.test(path))).toEqual([]);
      expect(store.calls.filter(({ operation, path }) => operation === "read" && store.links.has(path))).toEqual([]);
    },
  );

  it.each(all.filter(({ links }) => links.length === 0))(
    "COM-2: $name reads the same without a folder, as an archive",
    async (hostile) => {
      const files = [...hostile.files()].filter(([path]) => path.startsWith("agent/"));
      const outcome = await readArchive(new Map(files.map(([path, bytes]) => [path.slice("agent/".length), bytes])));
      if (hostile.name !== "agent-is-a-file") expectAsTold(outcome, hostile);
    },
  );

  it.each(all.filter(({ kind }) => kind === "conversation"))(
    "FMT-5: $name is unchanged by an unchanged save, and loses nothing by a changed one",
    async (hostile) => {
      const store = storeOf(hostile);
      const folder = new PackageFolder(store);
      const outcome = await folder.open();
      if (outcome.kind !== "conversation") throw new Error(outcome.kind);
      await folder.save(outcome.conversation, outcome.images);
      expect(store.changes.filter((change) => change !== "remove agent/conversation.json.new")).toEqual([]);
      const items = [...outcome.conversation.items, { id: "new", type: "user", text: "another" } as const];
      // Where a link is in the way, a save refuses; the conversation stays.
      const isRefused = store.links.has("agent/images");
      const saved = folder.save({ ...outcome.conversation, items }, outcome.images);
      await (isRefused ? expect(saved).rejects.toThrow("links are not followed") : saved);
      const again = await new PackageFolder(store.restart()).open();
      if (again.kind !== "conversation") throw new Error(again.kind);
      const expected = isRefused ? outcome.conversation : { ...outcome.conversation, items };
      expect(textOf(encodeCanonicalJson(again.conversation))).toBe(textOf(encodeCanonicalJson(expected)));
      for (const outside of store.links.values()) expect(outside).toEqual(utf8.encode(secret));
    },
  );

  it.each(all.filter(({ kind }) => kind === "unreadable"))(
    "COM-2, SET-2: $name is replaced by the next conversation, or removed",
    async (hostile) => {
      const store = storeOf(hostile);
      const folder = new PackageFolder(store);
      await folder.open();
      const next = makeConversation("next");
      // Nothing is written through a link, or over a file that stands in the folder's place.
      const canReplace = hostile.links.length === 0 ? !store.files.has("agent") : !hostile.links.includes("agent");
      const saved = folder.save(next, new Map());
      await (canReplace ? saved : expect(saved).rejects.toThrow("links are not followed"));
      const again = await new PackageFolder(store.restart()).open();
      if (canReplace) expect(again).toMatchObject({ kind: "conversation", conversation: next });
      else expect(again.kind).toBe("unreadable");
      for (const outside of store.links.values()) expect(outside).toEqual(utf8.encode(secret));
      await folder.remove();
      expect([...store.files.keys(), ...store.links.keys()]).toEqual(["document.json"]);
    },
  );
});

describe("a hostile package in a real folder", () => {
  let folder: string;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), "silverpoint-hostile-"));
  });
  afterAll(() => rm(folder, { recursive: true, force: true }));

  it.each(all.filter(({ links }) => links.length > 0))(
    "IMG-4: $name gives nothing of what its links point at, and takes nothing from there",
    async (hostile) => {
      const path = await writeHostilePackage(hostile, folder);
      const agent = new PackageFolder(new NodeFileStore(path));
      const outcome = await agent.open();
      expectAsTold(outcome, hostile);
      expect(JSON.stringify(outcome)).not.toContain(secret);
      await agent.save(makeConversation("next"), new Map()).catch(() => undefined);
      await agent.remove();
      expect(await readdir(path)).toEqual(["document.json"]);
      const outside = join(folder, `${hostile.name}-outside`);
      expect((await readdir(outside)).sort()).toEqual(["conversation.json", "secret"]);
      expect(await readFile(join(outside, "secret"), "utf8")).toBe(secret);
    },
  );
});
