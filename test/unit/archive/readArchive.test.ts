import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { encodeCanonicalJson } from "../../../src/archive/canonicalJson.ts";
import { readArchive, writeArchive } from "../../../src/archive/index.ts";
import { readCase, readExample } from "../../support/caseFolders.ts";
import { changed as changeAt, type JsonPath, pathsOf, valueAt } from "../../support/jsonPaths.ts";

const example = readExample();
const exampleText = new TextDecoder().decode(example);
const parseExample = (): Record<string, unknown> => JSON.parse(exampleText);

const readBytes = (bytes: Uint8Array) => readArchive(new Map([["conversation.json", bytes]]));
const readText = (text: string) => readBytes(new TextEncoder().encode(text));
const readValue = (value: unknown) => readText(JSON.stringify(value));

/** The example with what stands at a path replaced; a value of undefined takes the key away. */
const changed = (path: JsonPath, value: unknown) => changeAt(parseExample(), path, value);

async function reasonOf(outcome: ReturnType<typeof readArchive>): Promise<string> {
  const read = await outcome;
  return read.kind === "unreadable" ? read.reason : `(${read.kind})`;
}

async function encodingOf(outcome: ReturnType<typeof readArchive>): Promise<string> {
  const read = await outcome;
  if (read.kind !== "conversation") return JSON.stringify(read);
  return new TextDecoder().decode((await writeArchive(read.conversation, read.images)).get("conversation.json"));
}

const typeOf = (value: unknown) => (Array.isArray(value) ? "array" : value === null ? "null" : typeof value);
const show = (path: JsonPath) =>
  path.map((key, at) => (typeof key === "number" ? `[${key}]` : `${at > 0 ? "." : ""}${key}`)).join("");

describe("what reads", () => {
  it("FMT-2: the example decodes, word for word", async () => {
    const read = await readBytes(example);
    if (read.kind !== "conversation") throw new Error(read.kind);
    expect(read.conversation.items).toHaveLength(3);
    expect(read.conversation.history).toHaveLength(5);
    const { history, ...rest } = parseExample();
    expect(read.conversation).toMatchObject(rest);
    expect(read.conversation.history.slice(1)).toEqual(Array.isArray(history) ? history.slice(1) : undefined);
  });

  it("COM-1: no conversation.json is an empty conversation", async () => {
    expect(await readArchive(new Map())).toEqual({ kind: "empty" });
    expect(await readArchive(new Map([["notes.txt", example]]))).toEqual({ kind: "empty" });
  });

  it("FMT-2: every key but formatVersion may be missing", async () => {
    const read = await readText('{"formatVersion":1,"x":{"__proto__":1}}');
    expect(read).toEqual({
      kind: "conversation",
      images: new Map(),
      omitted: [],
      conversation: {
        formatVersion: 1,
        items: [],
        feedback: {},
        skillCards: {},
        lintRuleCards: {},
        approvalCards: {},
        resolvedCards: [],
        history: [],
        queued: [],
        unsent: [],
        usage: { input: 0, output: 0, cacheRead: 0, cacheWrite: 0, webSearchRequests: 0 },
        lastRoundUsage: { input: 0, output: 0, cacheRead: 0, cacheWrite: 0, webSearchRequests: 0 },
        estimatedCost: { kind: "unknown" },
        sentFacts: [],
        x: JSON.parse('{"__proto__":1}'),
      },
    });
  });

  it("FMT-2: what is missing inside usage, cost and sentFacts is zero or unknown, and the rest stays", async () => {
    const read = await readText(
      '{"formatVersion":1,"usage":{"input":5,"y":1},"estimatedCost":{"dollars":2},"sentFacts":[{"z":1}]}',
    );
    expect(read).toMatchObject({
      conversation: {
        usage: { input: 5, output: 0, y: 1 },
        estimatedCost: { kind: "unknown", dollars: 2 },
        sentFacts: [{ message: 0, z: 1 }],
      },
    });
  });

  it("FMT-3, COM-4: CRLF, a BOM, a compact layout and any order of keys read to the same conversation", async () => {
    const expected = await encodingOf(readText(exampleText));
    const shuffled = (value: unknown): unknown => {
      if (Array.isArray(value)) return value.map(shuffled);
      if (typeof value !== "object" || value === null) return value;
      return Object.fromEntries(
        Object.entries(value)
          .reverse()
          .map(([key, inner]) => [key, shuffled(inner)]),
      );
    };
    expect(await encodingOf(readText(exampleText.replaceAll("\n", "\r\n")))).toBe(expected);
    expect(await encodingOf(readText(`\ufeff${exampleText}`))).toBe(expected);
    expect(await encodingOf(readValue(parseExample()))).toBe(expected);
    expect(await encodingOf(readValue(shuffled(parseExample())))).toBe(expected);
    expect(expected).toContain('"formatVersion" : 1');
  });

  it("FMT-5: unknown keys survive at every level, __proto__ among them", async () => {
    const value = parseExample();
    const places = pathsOf(value).filter((path) => {
      const inner = valueAt(value, path);
      return typeOf(inner) === "object";
    });
    for (const path of [[], ...places]) {
      const open = parseExample();
      const inner = valueAt(open, path);
      for (const key of ["__proto__", "neverHeardOf"]) {
        Object.defineProperty(inner, key, {
          value: { a: [null] },
          enumerable: true,
          configurable: true,
          writable: true,
        });
      }
      const text = new TextDecoder().decode(encodeCanonicalJson(open));
      const written = await encodingOf(readText(text));
      expect(written.match(/"__proto__" : \{/g)).toHaveLength(1);
      expect(written.match(/"neverHeardOf" : \{/g)).toHaveLength(1);
    }
  });

  it("FMT-5, FMT-6: what stands inside feedback, cards, queued and unsent is kept whatever it is", async () => {
    const odd = [null, 1, "x", { images: 5 }, { images: [null, { sha256: 7 }] }, [[]]];
    const maps = { a: 1, b: null, c: [], d: { e: "f" } };
    const value = { ...parseExample(), queued: odd, unsent: odd, resolvedCards: odd };
    const read = await readValue({
      ...value,
      feedback: maps,
      skillCards: maps,
      lintRuleCards: maps,
      approvalCards: maps,
    });
    expect(read).toMatchObject({
      kind: "conversation",
      conversation: { queued: odd, unsent: odd, resolvedCards: odd, feedback: maps, approvalCards: maps },
    });
  });

  it("FMT-5: fields that no seed names may hold anything", async () => {
    const open = { ...parseExample(), sentFacts: [{ message: 0, designSystem: 5, context: null }] };
    expect((await readValue(open)).kind).toBe("conversation");
    expect((await readValue(changed(["items", 1, "images"], "x"))).kind).toBe("conversation");
    expect((await readValue(changed(["items", 1, "status"], "of another time"))).kind).toBe("conversation");
    expect((await readValue(changed(["estimatedCost", "atLeast"], "x"))).kind).toBe("conversation");
  });

  it("FMT-12: repeated item ids read, in their order", async () => {
    const read = await readArchive(readCase("duplicate-item-ids"));
    if (read.kind !== "conversation") throw new Error(read.kind);
    const ids = read.conversation.items.map((item) => item.id);
    expect(new Set(ids).size).toBeLessThan(ids.length);
  });
});

describe("what doesn't read", () => {
  it("FMT-5: a wrong JSON type anywhere in a field that a seed names, told by its path; anything inside feedback reads", async () => {
    const wrong = [null, true, 7, "x", [], {}];
    for (const path of pathsOf(parseExample())) {
      const original = valueAt(parseExample(), path);
      const isOpen = path[0] === "feedback" && path.length > 1;
      for (const value of wrong.filter((other) => typeOf(other) !== typeOf(original))) {
        const reason = await reasonOf(readValue(changed(path, value)));
        if (isOpen) expect(reason).toBe("(conversation)");
        else expect(reason).toContain(path[0] === "formatVersion" ? "formatVersion" : `, ${show(path)} `);
      }
    }
  });

  it("FMT-2: ids, types, roles, contents and a block's fields are required", async () => {
    const required = pathsOf(parseExample()).filter((path) => {
      const [top, , third, , fifth] = path;
      if (top === "formatVersion") return path.length === 1;
      if (top === "items") return path.length === 3 && (third === "id" || third === "type");
      if (top !== "history") return false;
      return path.length === 3 || (path.length === 5 && fifth !== undefined);
    });
    expect(required.length).toBeGreaterThan(20);
    for (const path of pathsOf(parseExample()).filter((each) => typeof each.at(-1) === "string")) {
      const isRequired = required.some((each) => show(each) === show(path));
      const { kind } = await readValue(changed(path, undefined));
      expect(`${show(path)}: ${kind}`).toBe(`${show(path)}: ${isRequired ? "unreadable" : "conversation"}`);
    }
  });

  it.each([
    [["items", 1, "type"], "hologram", 'items[1].type is "hologram", which this version does not know'],
    [
      ["history", 0, "content", 0, "type"],
      "audio",
      'history[0].content[0].type is "audio", which this version does not know',
    ],
    [
      ["history", 0, "content", 0, "type"],
      "__proto__",
      'content[0].type is "__proto__", which this version does not know',
    ],
    [["history", 2, "role"], "system", 'history[2].role is "system", which this version does not know'],
    [["estimatedCost", "kind"], "guessed", 'estimatedCost.kind is "guessed", which this version does not know'],
    [["items", 1, "summary"], 5, "items[1].summary is a number, where text is expected"],
    [["items", 0, "id"], "", "items[0].id is empty"],
    [["items", 0, "citations"], {}, "items[0].citations is an object, where a list is expected"],
    [["items", 0, "id"], undefined, "items[0].id is missing"],
    [["usage", "reportedCost"], "1", "usage.reportedCost is text, where a number is expected"],
    [["usage", "cacheWrite1h"], null, "usage.cacheWrite1h is null, where a number is expected"],
    [["sentFacts", 0, "message"], "0", "sentFacts[0].message is text, where a number is expected"],
    [["history", 1, "content", 1, "argumentsBase64"], "AA==", "content[1] has both arguments and argumentsBase64"],
    [["history", 1, "content", 1, "arguments"], undefined, "content[1] has neither arguments nor argumentsBase64"],
    [["history", 2, "content", 0, "contentBase64"], "AA==", "content[0] has both content and contentBase64"],
    [["history", 2, "content", 0, "content"], undefined, "content[0] has neither content nor contentBase64"],
  ])("FMT-5: %j as %j is named", async (path, value, sentence) => {
    expect(await reasonOf(readValue(changed(path, value)))).toContain(sentence);
  });

  it("FMT-7: Base64 is checked strictly", async () => {
    const call = (argumentsBase64: string) =>
      changed(["history", 1, "content", 1], { type: "toolCall", id: "a", name: "b", argumentsBase64 });
    for (const good of ["", "AA==", "AAA=", "AAAA", "+/+/", "//4AgA=="]) {
      expect((await readValue(call(good))).kind).toBe("conversation");
    }
    for (const bad of ["A", "AA", "AA=", "AAA", "=", "====", "AA==AA==", "AA\n==", " AAA", "-_-_", "AA=A", "é==="]) {
      expect(await reasonOf(readValue(call(bad)))).toContain("argumentsBase64 is not valid Base64");
    }
  });

  it("FMT-5: a number that no JavaScript number holds is told apart from a number", async () => {
    const text = exampleText.replace('"input" : 2500', '"input" : 1e999');
    expect(await reasonOf(readText(text))).toContain("usage.input is a number too large to hold");
  });

  it("FMT-1, COM-2: any formatVersion but the number 1 is told, before anything else in the file", async () => {
    const version = (value: unknown) => reasonOf(readValue({ formatVersion: value, items: 5 }));
    expect(await version(2)).toBe("conversation.json was saved by a newer version (formatVersion 2).");
    expect(await version(1.5)).toContain("newer version (formatVersion 1.5)");
    expect(await version("1")).toContain('formatVersion "1", which');
    expect(await version(0)).toContain("formatVersion");
    expect(await version(null)).toContain("formatVersion null");
    expect(await version([1])).toContain("formatVersion a list");
    expect(await reasonOf(readText("{}"))).toBe("conversation.json has no formatVersion.");
    expect((await readText('{"formatVersion":1.0}')).kind).toBe("conversation");
  });

  it("COM-2: a JSON value that is no object is unreadable", async () => {
    for (const text of ["[]", "null", "1", '"x"', "true"]) {
      expect(await reasonOf(readText(text))).toMatch(/^conversation\.json holds .*, where an object is expected\.$/);
    }
  });

  it("COM-2: nesting of 1,000 levels reads, one more doesn't, a million don't overflow", async () => {
    const nested = (levels: number) => `{"formatVersion":1,"deep":${"[".repeat(levels)}${"]".repeat(levels)}}`;
    const deepest = await readText(nested(999));
    if (deepest.kind !== "conversation") throw new Error(deepest.kind);
    expect(encodeCanonicalJson(deepest.conversation).length).toBeGreaterThan(999);
    expect(await reasonOf(readText(nested(1000)))).toBe(
      'conversation.json is nested more than 1000 levels deep, in "deep".',
    );
    expect((await readText(nested(1_000_000))).kind).toBe("unreadable");
    expect((await readText("[".repeat(1_000_000))).kind).toBe("unreadable");
  });

  it("COM-4: conflict markers, UTF-16, an LFS pointer, zero bytes and bad UTF-8 are named", async () => {
    const utf16 = (littleEndian: boolean) => {
      const view = new DataView(new ArrayBuffer(exampleText.length * 2));
      for (let at = 0; at < exampleText.length; at += 1)
        view.setUint16(at * 2, exampleText.charCodeAt(at), littleEndian);
      return new Uint8Array(view.buffer);
    };
    expect(await reasonOf(readArchive(readCase("conflict-markers")))).toMatch(
      /Git conflict markers, first at line \d+/,
    );
    expect(await reasonOf(readText(exampleText.replace("\n  ],", "\n<<<<<<< HEAD\r\n  ],")))).toContain(
      "conflict markers",
    );
    expect(await reasonOf(readArchive(readCase("utf16le")))).toContain("UTF-16");
    expect(await reasonOf(readBytes(utf16(true)))).toContain("UTF-16");
    expect(await reasonOf(readBytes(utf16(false)))).toContain("UTF-16");
    expect(await reasonOf(readText("version https://git-lfs.github.com/spec/v1\noid sha256:0\nsize 1\n"))).toContain(
      "LFS",
    );
    expect(await reasonOf(readBytes(new Uint8Array()))).toContain("is empty (zero bytes)");
    expect(await reasonOf(readText(" \n "))).toContain("nothing but white space");
    expect(await reasonOf(readBytes(new Uint8Array(4096)))).toContain("nothing but zero bytes");
    const bad = example.slice();
    bad[200] = 0xff;
    expect(await reasonOf(readBytes(bad))).toMatch(/is not UTF-8 text, first at line 7, column 4 \(byte offset 200\)/);
    expect(await reasonOf(readText('{\n  "a": nope}'))).toBe(
      "conversation.json is not valid JSON, first at line 2, column 8.",
    );
  });

  it("COM-4: what the file says can't deceive the person who reads the reason", async () => {
    const reason = await reasonOf(readValue(changed(["items", 0, "type"], `\u202e\n${"x".repeat(1000)}`)));
    expect(reason).toContain("\\u202e\\n");
    expect(reason.length).toBeLessThan(200);
  });

  it("COM-4: cut at any byte, the file is unreadable because it was cut", async () => {
    for (let length = 1; length < example.length - 1; length += 1) {
      expect(await reasonOf(readBytes(example.slice(0, length)))).toMatch(/was cut off/);
    }
    const text = new TextEncoder().encode('{"formatVersion":1,"x":"é😀"}');
    for (let length = 1; length < text.length; length += 1) {
      expect(await reasonOf(readBytes(text.slice(0, length)))).toMatch(/was cut off/);
    }
  });

  it("COM-2: no bytes make it throw", async () => {
    const start = fc.constantFrom("", "{", '{"formatVersion":1,', '{"formatVersion":1,"items":[');
    await fc.assert(
      fc.asyncProperty(start, fc.uint8Array({ maxLength: 200 }), async (prefix, bytes) => {
        const whole = new Uint8Array([...new TextEncoder().encode(prefix), ...bytes]);
        expect(["conversation", "unreadable"]).toContain((await readBytes(whole)).kind);
      }),
      { numRuns: 500 },
    );
  });

  it("COM-2: no JSON value in the place of any other makes it throw", async () => {
    const place = fc.constantFrom(...pathsOf(parseExample()));
    await fc.assert(
      fc.asyncProperty(place, fc.jsonValue(), async (path, value) => {
        expect(["conversation", "unreadable"]).toContain((await readValue(changed(path, value))).kind);
      }),
      { numRuns: 500 },
    );
  });
});
