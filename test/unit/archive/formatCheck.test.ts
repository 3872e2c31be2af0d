import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { isFormat1 } from "../../../src/archive/formatCheck.ts";
import { conversationSchema } from "../../../src/archive/schema.ts";
import { itemTypes } from "../../../src/archive/types.ts";
import { readExample } from "../../support/caseFolders.ts";
import { anyConversation } from "../../support/conversations.ts";
import { changed, pathsOf } from "../../support/jsonPaths.ts";

const parse = (text: string): unknown => JSON.parse(text);
const example = () => parse(new TextDecoder().decode(readExample()));
const everyType = () => ({
  ...Object(example()),
  items: itemTypes.map((type) => ({
    id: type,
    type,
    text: "",
    hasImage: false,
    name: "",
    status: "",
    statusText: "",
    summary: "",
    detail: "",
    citations: [],
  })),
  history: [
    {
      role: "tool",
      content: [
        { type: "toolCall", id: "", name: "", argumentsBase64: "AA==" },
        { type: "toolResult", callID: "", toolName: "", isError: true, contentBase64: "" },
        { type: "imageOmitted", mimeType: "" },
        { type: "image", mimeType: "", sha256: "" },
      ],
    },
  ],
  usage: { input: 1, output: 1, cacheRead: 1, cacheWrite: 1, webSearchRequests: 1, cacheWrite1h: 1, reportedCost: 1 },
});

function expectSame(value: unknown): void {
  expect(isFormat1(value)).toBe(conversationSchema.safeParse(value).success);
}

/** Values that are wrong somewhere and right elsewhere. */
const likely: readonly unknown[] = [
  ...[null, true, 7, -1.5, "", "x", "AA==", "AA=", "A", [], {}, [null], [{}]],
  ...[
    "user",
    "tool",
    "text",
    "image",
    "toolCall",
    "toolResult",
    "reported",
    "imageOmitted",
    "__proto__",
    "constructor",
  ],
  parse('{"__proto__":{"id":"x"}}'),
  Infinity,
];
const value = fc.oneof(fc.constantFrom(...likely), fc.jsonValue({ maxDepth: 2 }));

describe("isFormat1", () => {
  it("FMT-5: says of every conversation of format 1 what the schema says", () => {
    fc.assert(
      fc.property(anyConversation([{ sha256: "a".repeat(64), bytes: new Uint8Array() }]), (conversation) => {
        expect(isFormat1(conversation)).toBe(true);
        expectSame(conversation);
      }),
    );
  });

  it.each([
    ["the example", example],
    ["every type", everyType],
  ])(
    "FMT-5: says what the schema says wherever another value stands in %s, and wherever a key is missing",
    (_, make) => {
      for (const path of pathsOf(make())) {
        for (const other of [...likely, undefined]) expectSame(changed(make(), path, other));
      }
    },
  );

  it("FMT-5: says what the schema says where two things are changed, whatever they are", () => {
    fc.assert(
      fc.property(
        fc.constantFrom(...pathsOf(everyType())),
        value,
        fc.constantFrom(...pathsOf(example())),
        value,
        (one, first, two, second) => {
          expectSame(changed(everyType(), one, first));
          expectSame(changed(changed(example(), two, second), two.slice(0, -1), first));
        },
      ),
      { numRuns: 3000 },
    );
  });

  it("FMT-7: says what the schema says of both, one or neither of two forms, whatever they are", () => {
    const blocks = [
      { block: { type: "toolCall", id: "", name: "" }, keys: ["arguments", "argumentsBase64"] },
      { block: { type: "toolResult", callID: "", toolName: "", isError: false }, keys: ["content", "contentBase64"] },
    ];
    for (const { block, keys } of blocks) {
      for (const first of [undefined, ...likely]) {
        for (const second of [undefined, ...likely]) {
          const entries = [first, second].flatMap((form, at) => (form === undefined ? [] : [[keys[at] ?? "", form]]));
          const content = [{ ...block, ...Object.fromEntries(entries) }];
          expectSame({ formatVersion: 1, history: [{ role: "tool", content }] });
        }
      }
    }
  });

  it("FMT-1: says what the schema says of any value at all", () => {
    fc.assert(
      fc.property(fc.jsonValue(), (any) => {
        expectSame(any);
        expectSame({ formatVersion: 1, items: any, x: any });
      }),
    );
  });
});
