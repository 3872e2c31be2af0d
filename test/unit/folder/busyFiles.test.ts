import { beforeEach, describe, expect, it } from "vitest";
import { emptyConversation } from "../../../src/archive/defaults.ts";
import { PackageFolder } from "../../../src/folder/packageFolder.ts";
import { bytesByHash, makeConversation, makePicture, type Picture } from "../../support/conversations.ts";
import { type Call, type Fate, MemoryFileStore } from "../../support/memoryFileStore.ts";

const file = "agent/conversation.json";
const pending = "agent/conversation.json.new";

let red: Picture;
let blue: Picture;
let store: MemoryFileStore;
let waited: number[];
let folder: PackageFolder;
beforeEach(async () => {
  [red, blue] = await Promise.all([makePicture("red"), makePicture("blue")]);
  store = new MemoryFileStore(new Map([["document.json", new Uint8Array([1])]]));
  await new PackageFolder(store).save(makeConversation("old", [red]), bytesByHash([red]));
  store = store.restart();
  waited = [];
  folder = new PackageFolder(store, async (milliseconds) => {
    waited.push(milliseconds);
  });
  await folder.open();
});

const saveNew = () => folder.save(makeConversation("new", [red, blue]), bytesByHash([red, blue]));
const total = () => waited.reduce((sum, each) => sum + each, 0);
const textOnDisk = async () => {
  const outcome = await new PackageFolder(store.restart()).open();
  return outcome.kind === "conversation" ? outcome.conversation.items[0]?.text : outcome.kind;
};

/** The first calls of an operation on a path fail so often. */
function failFirst(times: number, operation: Call["operation"], path: string, how: Fate, code: string): void {
  let left = times;
  store.errorCode = code;
  store.fate = (call) => {
    if (call.operation !== operation || call.path !== path || left === 0) return "go";
    left -= 1;
    return how;
  };
}

describe("a busy file", () => {
  it.each(["EPERM", "EBUSY"])("PKG-15: %s is tried again, and the save is whole", async (code) => {
    for (const [operation, path] of [
      ["write", pending],
      ["replace", file],
      ["write", `agent/images/${blue.sha256}.png`],
      ["list", "agent"],
    ] as const) {
      for (const how of ["refuse", "fail"] as const) {
        waited = [];
        await folder.save(makeConversation("old", [red]), bytesByHash([red]));
        failFirst(4, operation, path, how, code);
        await saveNew();
        store.fate = () => "go";
        expect(waited.length).toBe(4);
        expect(await textOnDisk()).toBe("new");
        expect(store.files.has(pending)).toBe(false);
      }
    }
  });

  it("PKG-15: a message that names the code is enough, as the file systems of VS Code give it", async () => {
    let left = 1;
    store.fate = ({ operation }) => {
      if (operation !== "replace" || left === 0) return "go";
      left -= 1;
      throw new Error(
        "Unable to rename (Unknown (FileSystemError): Error: EBUSY: resource busy or locked, rename 'a')",
      );
    };
    await saveNew();
    expect(waited).toHaveLength(1);
  });

  it("PKG-15: one that stays busy is given up after two seconds, with what the file system said", async () => {
    failFirst(Number.POSITIVE_INFINITY, "write", pending, "fail", "EBUSY");
    await expect(saveNew()).rejects.toThrow("EBUSY");
    expect(total()).toBe(2000);
    store.fate = () => "go";
    expect(await textOnDisk()).toBe("old");
    expect(store.files.has(pending)).toBe(false);
    await saveNew();
    expect(await textOnDisk()).toBe("new");
  });

  it("PKG-15: the two seconds are the whole save's, not each file's", async () => {
    store.errorCode = "EPERM";
    let failures = 0;
    store.fate = ({ operation }) => {
      failures += 1;
      return operation === "write" && failures % 3 !== 0 ? "refuse" : "go";
    };
    await saveNew().catch(() => undefined);
    expect(total()).toBeLessThanOrEqual(2000);
  });

  it("PKG-15: opening and removing wait for it too", async () => {
    failFirst(2, "read", file, "refuse", "EBUSY");
    expect((await folder.open()).kind).toBe("conversation");
    failFirst(2, "remove", file, "refuse", "EPERM");
    await folder.save(emptyConversation, new Map());
    failFirst(0, "read", file, "refuse", "EPERM");
    await saveNew();
    failFirst(2, "remove", "agent", "fail", "EBUSY");
    await folder.remove();
    expect(waited).toHaveLength(6);
    expect([...store.files.keys()]).toEqual(["document.json"]);
  });

  it("PKG-15: an orphan that is busy doesn't hold up the save", async () => {
    failFirst(Number.POSITIVE_INFINITY, "remove", `agent/images/${red.sha256}.png`, "refuse", "EBUSY");
    await folder.save(makeConversation("new", [blue]), bytesByHash([blue]));
    expect(waited).toEqual([]);
  });
});

describe("a disk that is full or can't be written", () => {
  it.each(["ENOSPC", "EROFS", "EACCES"])(
    "PKG-15: %s is said at once, no temporary file remains, and the next save repairs it",
    async (code) => {
      for (const operation of ["write", "replace"] as const) {
        for (const how of ["refuse", "fail"] as const) {
          await folder.save(makeConversation("old", [red]), bytesByHash([red]));
          const before = waited.length;
          store.errorCode = code;
          store.fate = (call) => (call.operation === operation ? how : "go");
          for (let time = 0; time < 3; time += 1) {
            await expect(saveNew()).rejects.toThrow(code);
            expect(["old", "new"]).toContain(await textOnDisk());
            if (store.files.has(file)) expect(store.files.has(pending)).toBe(false);
            expect(store.files.get(`agent/images/${blue.sha256}.png`) ?? blue.bytes).toEqual(blue.bytes);
          }
          expect(waited.length).toBe(before);
          store.fate = () => "go";
          await saveNew();
          expect(await textOnDisk()).toBe("new");
          expect(store.files.has(pending)).toBe(false);
        }
      }
    },
  );
});
