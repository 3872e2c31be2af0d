import fc from "fast-check";
import { beforeAll, describe, expect, it } from "vitest";
import { encodeCanonicalJson } from "../../../src/archive/canonicalJson.ts";
import { hashBytes, namedImages } from "../../../src/archive/images.ts";
import { imageOmittedText, readArchive, writeArchive } from "../../../src/archive/index.ts";
import type { ArchivedConversation, Block } from "../../../src/archive/types.ts";
import { readCase } from "../../support/caseFolders.ts";
import {
  anyConversation,
  bytesByHash,
  makeConversation,
  makePicture,
  type Picture,
} from "../../support/conversations.ts";

let red: Picture;
let blue: Picture;
beforeAll(async () => {
  red = await makePicture("red");
  blue = await makePicture("blue");
});

async function read(folder: ReadonlyMap<string, Uint8Array>) {
  const outcome = await readArchive(folder);
  if (outcome.kind !== "conversation") throw new Error(JSON.stringify(outcome));
  return outcome;
}

/** Long arrays of numbers are slow to compare. */
const textsOf = (files: ReadonlyMap<string, Uint8Array>) =>
  new Map([...files].map(([path, bytes]) => [path, new TextDecoder().decode(bytes)]));

const blocksOf = (conversation: ArchivedConversation): readonly Block[] =>
  conversation.history.flatMap((message) => message.content);

describe("images read", () => {
  it("IMG-1, COM-3: a file that matches its hash is there, as an image", async () => {
    const { conversation, images } = await read(readCase("image-present"));
    const block = blocksOf(conversation).find((each) => each.type === "image");
    expect(images.size).toBe(1);
    expect(await hashBytes(images.get(String(block?.sha256)) ?? new Uint8Array())).toBe(block?.sha256);
  });

  it.each(["image-missing", "image-wrong-bytes", "image-lfs-pointer", "image-name-dotdot"])(
    "COM-3: %s reads as imageOmitted that keeps its sha256",
    async (name) => {
      const folder = readCase(name);
      const { conversation, images } = await read(folder);
      const stored: unknown = JSON.parse(new TextDecoder().decode(folder.get("conversation.json")));
      expect(images.size).toBe(0);
      expect(blocksOf(conversation)[1]).toMatchObject({ type: "imageOmitted", sha256: expect.any(String) });
      expect(stored).toMatchObject({
        history: [{ content: [{}, { sha256: blocksOf(conversation)[1]?.sha256 }] }, {}, {}, {}, {}],
      });
    },
  );

  it.each([
    ["../../x"],
    ["..\\..\\x"],
    ["C:\\x"],
    ["%2e%2e"],
    ["A".repeat(64)],
    ["a".repeat(63)],
    ["a".repeat(65)],
    [""],
    [`${"a".repeat(64)}\n`],
  ])("IMG-4: %j names no image", async (sha256) => {
    const conversation = makeConversation("x", [{ sha256, bytes: red.bytes }]);
    const files = await writeArchive(conversation, new Map([[sha256, red.bytes]]));
    expect([...files.keys()]).toEqual(["conversation.json"]);
    expect(new TextDecoder().decode(files.get("conversation.json"))).toContain('"type" : "imageOmitted"');
    files.set(`images/${sha256}.png`, red.bytes);
    const outcome = await read(files);
    expect(blocksOf(outcome.conversation)[1]).toEqual({ type: "imageOmitted", mimeType: "image/png", sha256 });
    expect(outcome.images.size).toBe(0);
  });

  it("COM-4: each image that isn't there is named once, with its cause", async () => {
    const pictures = await Promise.all(["1", "2", "3", "4", "5"].map(makePicture));
    const [gone, wrong, pointer, waiting, whole] = pictures.map((picture) => picture.sha256);
    const conversation = makeConversation("x", [...pictures.slice(0, 3), ...pictures.slice(0, 1)]);
    const shown = ["../x", whole].map((sha256): Block => ({ type: "image", sha256: `${sha256}`, mimeType: "" }));
    const odd: Block = { type: "imageOmitted", sha256: "f".repeat(64), mimeType: "" };
    const files = new Map([
      [`images/${wrong}.png`, red.bytes],
      [`images/${pointer}.png`, new TextEncoder().encode("version https://git-lfs.github.com/spec/v1\noid sha256:1\n")],
      [`images/${pointer}.jpg`, red.bytes],
      [`images/${whole}.jpg`, red.bytes],
      [`images/${whole}.png`, new TextEncoder().encode("5")],
      [
        "conversation.json",
        encodeCanonicalJson({
          ...conversation,
          history: [...conversation.history, { role: "user", content: [...shown, odd] }],
          unsent: [{ images: [{ sha256: waiting, mimeType: "" }, { sha256: 5 }] }],
        }),
      ],
    ]);
    expect((await read(files)).omitted).toEqual([
      { sha256: gone, cause: "missing" },
      { sha256: wrong, cause: "wrongBytes" },
      { sha256: pointer, cause: "lfsPointer" },
      { sha256: "../x", cause: "badName" },
      { sha256: waiting, cause: "missing" },
    ]);
  });

  it("IMG-4: the file is found whatever its extension, and among several the whole one counts", async () => {
    const files = await writeArchive(makeConversation("x", [red]), bytesByHash([red]));
    files.delete(`images/${red.sha256}.png`);
    files.set(`images/${red.sha256}.jpeg`, blue.bytes);
    files.set(`images/${red.sha256}.whatever`, red.bytes);
    const { images } = await read(files);
    expect(images).toEqual(bytesByHash([red]));
  });

  it("COM-3: only images that are shown are handed out, waiting messages' among them", async () => {
    const waiting = {
      queued: [{ id: "1", text: "", images: [{ sha256: blue.sha256, mimeType: "image/png" }], mode: "" }],
    };
    const green = await makePicture("green");
    const files = await writeArchive({ ...makeConversation("x", [red]), ...waiting }, bytesByHash([red, blue, green]));
    files.set(`images/${green.sha256}.png`, green.bytes);
    const { images } = await read(files);
    expect([...images.keys()].sort()).toEqual([red.sha256, blue.sha256].sort());
  });

  it("FMT-7: imageOmitted stays imageOmitted even where its file is there, and equal text stays text", async () => {
    const omitted: Block = { type: "imageOmitted", mimeType: "image/png", sha256: red.sha256 };
    const conversation = makeConversation(imageOmittedText);
    const history = [{ role: "user" as const, content: [omitted, { type: "text" as const, text: imageOmittedText }] }];
    const files = await writeArchive({ ...conversation, history }, bytesByHash([red]));
    expect([...files.keys()]).toEqual(["conversation.json"]);
    files.set(`images/${red.sha256}.png`, red.bytes);
    expect((await read(files)).conversation.history).toEqual(history);
  });
});

describe("images written", () => {
  it("IMG-1: the same image shown twice is one file", async () => {
    const files = await writeArchive(makeConversation("x", [red, red, blue]), bytesByHash([red, blue]));
    expect([...files.keys()].sort()).toEqual(
      ["conversation.json", `images/${red.sha256}.png`, `images/${blue.sha256}.png`].sort(),
    );
  });

  it.each([
    ["image/png", "png"],
    ["image/jpeg", "jpg"],
    ["image/gif", "gif"],
    ["image/webp", "webp"],
    ["IMAGE/JPEG", "jpg"],
    ["image/x", "png"],
  ])("IMG-4: %s is written as .%s", async (mimeType, extension) => {
    const history = [{ role: "user" as const, content: [{ type: "image" as const, sha256: red.sha256, mimeType }] }];
    const files = await writeArchive({ ...makeConversation("x"), history }, bytesByHash([red]));
    expect(files.get(`images/${red.sha256}.${extension}`)).toBe(red.bytes);
  });

  it("COM-3: an image without bytes is written as imageOmitted that keeps its sha256 and other keys", async () => {
    const extra: Block = { type: "image", sha256: red.sha256, mimeType: "image/png", caption: "c" };
    const files = await writeArchive(
      { ...makeConversation("x"), history: [{ role: "user", content: [extra] }] },
      new Map(),
    );
    const stored: unknown = JSON.parse(new TextDecoder().decode(files.get("conversation.json")));
    expect(stored).toMatchObject({ history: [{ content: [{ ...extra, type: "imageOmitted" }] }] });
  });

  it("PKG-5: a conversation with nothing in it is no file; one entry of four is enough for one", async () => {
    const empty = { ...makeConversation("x"), items: [], history: [] };
    expect((await writeArchive(empty, bytesByHash([red]))).size).toBe(0);
    const { items, history } = makeConversation("x");
    for (const part of [{ items }, { history }, { queued: [1] }, { unsent: [1] }]) {
      expect((await writeArchive({ ...empty, ...part }, new Map())).size).toBe(1);
    }
  });

  it("PKG-9: what keeps a file: blocks, omitted blocks with a hash, anything in waiting messages; not an item", () => {
    const hash = (digit: string) => digit.repeat(64);
    const conversation: ArchivedConversation = {
      ...makeConversation("x"),
      items: [{ id: "1", type: "user", images: [hash("1")] }],
      history: [
        {
          role: "user",
          content: [
            { type: "image", sha256: hash("2"), mimeType: "" },
            { type: "imageOmitted", sha256: hash("3"), mimeType: "" },
            { type: "text", text: hash("4") },
          ],
        },
      ],
      queued: [{ images: [{ sha256: hash("5") }] }, { elsewhere: { picture: hash("6") } }],
      unsent: [{ images: [{ sha256: hash("7") }] }],
    };
    expect([...namedImages(conversation)].sort()).toEqual(["2", "3", "5", "6", "7"].map(hash));
  });
});

describe("round trips", () => {
  it("FMT-3, BYT-1: any conversation is a fixed point of write, read, write", async () => {
    const pictures = [red, blue];
    await fc.assert(
      fc.asyncProperty(anyConversation(pictures), async (conversation) => {
        const first = await writeArchive(conversation, bytesByHash(pictures));
        const outcome = await readArchive(first);
        if (outcome.kind !== "conversation") throw new Error(JSON.stringify(outcome));
        expect(textsOf(await writeArchive(outcome.conversation, outcome.images))).toEqual(textsOf(first));
      }),
      { numRuns: 150 },
    );
  });

  it("FMT-5: the random conversations do hold __proto__ keys", () => {
    const samples = fc.sample(anyConversation([red]), { seed: 1, numRuns: 50 });
    expect(samples.some((sample) => Object.hasOwn(sample, "__proto__"))).toBe(true);
  });
});
