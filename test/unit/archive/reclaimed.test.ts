import { describe, expect, it } from "vitest";
import { encodeCanonicalJson } from "../../../src/archive/canonicalJson.ts";
import { readArchive, writeArchive } from "../../../src/archive/index.ts";
import {
  capReclaimed,
  decodeReclaimed,
  encodeReclaimed,
  findReclaimed,
  type ReclaimedResult,
  reclaimedCapBytes,
  reclaimedResults,
  withReclaimedResults,
} from "../../../src/archive/reclaimed.ts";
import { makeConversation } from "../../support/conversations.ts";

const result = (callID: string, content: string): ReclaimedResult => ({ callID, toolName: "look", content });
const two = [result("t1", "first\n“quoted” \u0007"), { callID: "t2", toolName: "x", contentBase64: "/w==" }];
const utf8 = (text: string) => new TextEncoder().encode(text);

async function readBack(files: Map<string, Uint8Array>) {
  const outcome = await readArchive(files);
  if (outcome.kind !== "conversation") throw new Error(JSON.stringify(outcome));
  return outcome.conversation;
}

describe("results that were put aside", () => {
  it("CMP-8: stand in reclaimed.json, in the layout of conversation.json, and are read with the conversation", async () => {
    const files = await writeArchive(withReclaimedResults(makeConversation("Hello"), two), new Map());
    expect(new TextDecoder().decode(files.get("reclaimed.json"))).toBe(`{
  "formatVersion" : 1,
  "results" : [
    {
      "callID" : "t1",
      "content" : "first\\n“quoted” \\u0007",
      "toolName" : "look"
    },
    {
      "callID" : "t2",
      "contentBase64" : "/w==",
      "toolName" : "x"
    }
  ]
}
`);
    expect(files.get("conversation.json")).toEqual(encodeCanonicalJson(makeConversation("Hello")));
    expect(reclaimedResults(await readBack(files))).toEqual(two);
  });

  it("CMP-8: a conversation without any has no such file, and one that goes back to none reads as before", async () => {
    const conversation = withReclaimedResults(withReclaimedResults(makeConversation("Hello"), two), []);
    expect([...(await writeArchive(conversation, new Map())).keys()]).toEqual(["conversation.json"]);
    expect(conversation).toEqual(makeConversation("Hello"));
  });

  it.each([
    ["empty", ""],
    ["torn", '{ "formatVersion" : 1, "results" : [ { "callID" : "t1", '],
    ["of another version", '{"formatVersion":2,"results":[]}'],
    ["a list", "[]"],
    ["of results without an id", '{"formatVersion":1,"results":[{"toolName":"x","content":""}]}'],
    [
      "of results with two contents",
      '{"formatVersion":1,"results":[{"callID":"a","toolName":"x","content":"","contentBase64":""}]}',
    ],
    ["of bad Base64", '{"formatVersion":1,"results":[{"callID":"a","toolName":"x","contentBase64":"?"}]}'],
  ])("CMP-8: a file that is %s keeps no conversation from being read", async (_, text) => {
    expect(decodeReclaimed(utf8(text))).toBeUndefined();
    const files = await writeArchive(makeConversation("Hello"), new Map());
    expect(await readBack(files.set("reclaimed.json", utf8(text)))).toEqual(makeConversation("Hello"));
  });

  it("FMT-5: a key “reclaimed” that isn't a list of ours stays in conversation.json", async () => {
    for (const reclaimed of [7, { a: 1 }, [{ id: 1 }]]) {
      const files = await writeArchive({ ...makeConversation("Hello"), reclaimed }, new Map());
      expect([...files.keys()]).toEqual(["conversation.json"]);
      expect(await readBack(files)).toMatchObject({ reclaimed });
    }
  });

  it("CMP-8: the file holds the newest that fit, exactly up to the cap; the oldest go", () => {
    const results = ["a", "b", "c", "d"].map((name) => result(name, "größer ".repeat(20)));
    const size = (count: number) => encodeReclaimed(results.slice(-count)).length;
    for (const count of [1, 2, 3, 4]) {
      expect(capReclaimed(results, size(count))).toEqual(results.slice(-count));
      expect(capReclaimed(results, size(count) - 1)).toEqual(results.slice(results.length - count + 1));
    }
    expect(capReclaimed(results)).toBe(results);
    expect(reclaimedCapBytes).toBe(20 * 1024 * 1024);
  });

  it("CMP-8: one is found by its call's id; where calls share an id all of them are given, oldest first", () => {
    const conversation = withReclaimedResults(makeConversation("Hello"), [...two, result("t1", "second")]);
    expect(findReclaimed(conversation, "t2")).toBe("\ufffd");
    expect(findReclaimed(conversation, "t3")).toBeUndefined();
    const both = findReclaimed(conversation, "t1") ?? "";
    expect(both.indexOf("first")).toBeGreaterThan(0);
    expect(both.indexOf("second")).toBeGreaterThan(both.indexOf("first"));
    expect(findReclaimed(makeConversation("Hello"), "t1")).toBeUndefined();
  });
});
