import { describe, expect, it } from "vitest";
import { fitsGlob } from "../../../src/host/glob.ts";

describe("globs", () => {
  it("are read as VS Code's settings have them", () => {
    const fitting: [string, string][] = [
      ["a.md", "*.md"],
      ["a.md", "**/*.md"],
      ["docs/deep/a.md", "**/*.md"],
      ["docs/a.md", "docs/**"],
      ["docs", "docs/**"],
      ["x/.git", "**/.git"],
      ["a.css", "*.{css,json}"],
      ["src/b.ts", "{src,test}/{a,b}.ts"],
      ["a1", "a[0-9]"],
      ["ab", "a[!0-9]"],
      ["a[b", "a[b"],
      ["año", "a?o"],
    ];
    for (const [path, glob] of fitting) expect(`${path} ${glob} ${fitsGlob(path, glob)}`).toBe(`${path} ${glob} true`);
    const others: [string, string][] = [
      ["docs/a.md", "*.md"],
      ["a.MD", "*.md"],
      ["docs/a.md", "doc/**"],
      ["a/b", "a?b"],
      ["a1", "a[!0-9]"],
      ["", "a"],
      ["a.md", ""],
    ];
    for (const [path, glob] of others) expect(`${path} ${glob} ${fitsGlob(path, glob)}`).toBe(`${path} ${glob} false`);
  });

  it("take no time without end, whatever they hold", () => {
    expect(fitsGlob("a".repeat(1000), `${"*a".repeat(100)}b`)).toBe(false);
    expect(fitsGlob(Array(200).fill("a").join("/"), `${"**/a/".repeat(50)}b`)).toBe(false);
    expect(fitsGlob("x", "{a,b}".repeat(60))).toBe(false);
    expect(fitsGlob("x", "{".repeat(200))).toBe(false);
  });
});
