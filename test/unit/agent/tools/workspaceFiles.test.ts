import { describe, expect, it } from "vitest";
import { toolsOver } from "./toolCalls.ts";

const signal = new AbortController().signal;

function over(text: string, paths: readonly string[] = [], isCut = false) {
  return toolsOver({
    files: { find: async () => ({ kind: "found", paths, isCut }), read: async () => ({ kind: "text", text }) },
  });
}

const numbers = (count: number) => Array.from({ length: count }, (_, index) => `line ${index + 1}`).join("\n");

describe("find_workspace_files", () => {
  it("names the files, and says when there are more", async () => {
    expect(await over("", ["a.md", "b.md"]).run("find_workspace_files", { glob: "*.md" }, { signal })).toEqual({
      content: "a.md\nb.md",
      isError: false,
      statusText: "2 files",
      summary: "*.md",
    });
    expect((await over("", ["a.md"], true).run("find_workspace_files", { glob: "*.md" })).content).toContain(
      "narrower",
    );
    expect((await over("").run("find_workspace_files", { glob: "*.md" })).content).toBe("No file fits “*.md”.");
  });

  it("a refusal is an error result with its reason", async () => {
    expect(await toolsOver().run("find_workspace_files", { glob: "*" })).toMatchObject({
      isError: true,
      content: "Nothing is there.",
    });
  });
});

describe("read_workspace_file", () => {
  it("gives a whole file as it is, without a note", async () => {
    expect(await over("one\r\ntwo\n").run("read_workspace_file", { path: "a.md" })).toEqual({
      content: "one\ntwo",
      isError: false,
      statusText: "2 lines",
      summary: "a.md",
    });
    expect((await over("").run("read_workspace_file", { path: "a.md" })).content).toBe("The file is empty.");
  });

  it("says what it left out of a long file, and reads on from there", async () => {
    const { run } = over(numbers(1200));
    const first = await run("read_workspace_file", { path: "a.md" });
    expect(first.content.split("\n")[0]).toBe('[Lines 1 to 500 of 1200. Read on with "from": 501.]');
    const last = await run("read_workspace_file", { path: "a.md", from: 1199, lines: 10 });
    expect(last.content).toBe("[Lines 1199 to 1200 of 1200.]\nline 1199\nline 1200");
    expect(await run("read_workspace_file", { path: "a.md", from: 1201 })).toMatchObject({ isError: true });
  });

  it("never gives more than 30,000 characters, however long the lines are", async () => {
    const { run } = over(`${"x".repeat(70_000)}\n${"y".repeat(20_000)}\n${"z".repeat(20_000)}`);
    const first = await run("read_workspace_file", { path: "a.min.js" });
    expect(first.content.length).toBeLessThan(30_200);
    expect(first.content).toContain("Line 1 has 70000 characters: only the first 30000 are here.");
    const second = await run("read_workspace_file", { path: "a.min.js", from: 2 });
    expect(second.content).toMatch(/^\[Lines 2 to 2 of 3\. Read on with "from": 3\.\]\ny+$/);
  });

  it("a refusal is an error result with its reason", async () => {
    expect(await toolsOver().run("read_workspace_file", { path: ".env" })).toMatchObject({
      isError: true,
      content: "Nothing is there.",
    });
  });
});

describe("extract_compacted_tool_result", () => {
  it("CMP-8: brings a result back, and says honestly that there is none of an id", async () => {
    const reclaimed = async (id: string) => (id === "c7" ? "the old result" : undefined);
    const { run } = toolsOver({ reclaimed });
    expect(await run("extract_compacted_tool_result", { id: "c7" })).toMatchObject({
      content: "the old result",
      isError: false,
    });
    expect(await run("extract_compacted_tool_result", { id: "c8" })).toMatchObject({
      isError: true,
      content: expect.stringContaining("“c8”"),
    });
  });
});
