import { describe, expect, it } from "vitest";
import { hashBytes } from "../../../src/archive/images.ts";
import { AssetFolder } from "../../../src/editor/assetFolder.ts";
import { PackageOnDisk } from "../../support/packageOnDisk.ts";
import { makePng } from "../../support/pictures.ts";

const design = JSON.stringify({ name: "Poster", pages: [{ id: "p1", width: 100, height: 100, children: [] }] });
const bytes = makePng(20, 10);
const name = `${await hashBytes(bytes)}.png`;

function childrenIn(text: string | undefined): unknown {
  return JSON.parse(text ?? "").pages[0].children;
}

/** The files that were written to `assets/`, each as often as it was. */
function assetsWritten(disk: PackageOnDisk): string[] {
  return disk.store.changes.filter((change) => change.startsWith("write assets/"));
}

describe("an image that the person gives", () => {
  it("DOC-1, DOC-3: lies in assets/ under its hash, its middle at the place, and one step takes it out again", async () => {
    const disk = new PackageOnDisk(design);
    const { session, steps } = await disk.open();
    await session.openDesign.addImage(bytes, { page: "p1", x: 50, y: 40 });
    expect(disk.store.files.get(`assets/${name}`)).toEqual(bytes);
    expect(steps.map(({ label }) => label)).toEqual(["Add Image"]);
    await session.save();
    expect(childrenIn(disk.text("document.json"))).toEqual([
      expect.objectContaining({ type: "image", asset: name, x: 40, y: 35, width: 20, height: 10 }),
    ]);
    expect(session.openDesign.edits.personsChanges).toEqual(["Add Image"]);
    steps[0]?.undo();
    await session.save();
    expect(disk.text("document.json")).toBe(design);
    // A redo shows it again.
    expect(disk.store.files.has(`assets/${name}`)).toBe(true);
  });

  it("DOC-1: the same bytes are stored once, and mended where another file has their name", async () => {
    const disk = new PackageOnDisk(design);
    const { session, steps } = await disk.open();
    for (const x of [10, 20]) await session.openDesign.addImage(bytes, { x, y: 0 });
    expect(steps).toHaveLength(2);
    expect(assetsWritten(disk)).toEqual([`write assets/${name}`]);
    disk.write(`assets/${name}`, "torn");
    await session.openDesign.addImage(bytes, { x: 30, y: 0 });
    expect(disk.store.files.get(`assets/${name}`)).toEqual(bytes);
  });

  it("DOC-1, DOC-3: one that can't be read, or is too large, takes no other with it; what is too large isn't read", async () => {
    const disk = new PackageOnDisk(design);
    const large = new Uint8Array(20 * 1024 * 1024 + 1);
    large.set(bytes);
    for (const each of ["a.png", "denied.png"]) disk.store.writeFromOutside(`assets/${each}`, bytes);
    disk.store.writeFromOutside("assets/large.png", large);
    disk.store.fate = ({ operation, path }) => (operation === "read" && path === "assets/denied.png" ? "refuse" : "go");
    const images = await new AssetFolder(disk.store).read(["denied.png", "large.png", "a.png"]);
    expect(Object.keys(images)).toEqual(["a.png"]);
    const read = disk.store.calls.filter(({ operation }) => operation === "read").map(({ path }) => path);
    expect(read).not.toContain("assets/large.png");
  });

  it.each(["assets", `assets/${name}`])(
    "DOC-1: nothing is written through a link at %s, and nothing drawn from behind it",
    async (link) => {
      const disk = new PackageOnDisk(design);
      const { session, steps } = await disk.open();
      disk.store.addLink(link, new Uint8Array([1]));
      await expect(session.openDesign.addImage(bytes, { x: 0, y: 0 })).rejects.toThrow("a link in the way");
      expect([steps, assetsWritten(disk)]).toEqual([[], []]);
      expect(await new AssetFolder(disk.store).list()).toEqual(new Set());
    },
  );

  it.each([
    ["no image", design, new TextEncoder().encode("not an image"), "Only PNG, JPEG, GIF and WebP images"],
    ["too large", design, Buffer.concat([bytes, Buffer.alloc(20 * 1024 * 1024)]), "larger than 20 MiB"],
    ["given where there is no page", '{"name":"Poster","pages":[]}', bytes, "no page"],
    ["given while the design can't be read", "{ not JSON", bytes, "no page"],
  ])("DOC-3: one that is %s is refused, saying why, and nothing is written", async (_what, text, given, reason) => {
    const disk = new PackageOnDisk(text);
    const { session, steps } = await disk.open();
    await expect(session.openDesign.addImage(given, { x: 0, y: 0 })).rejects.toThrow(reason);
    expect(steps).toEqual([]);
    expect(assetsWritten(disk)).toEqual([]);
    expect(session.hasUnsaved).toBe(false);
  });
});
