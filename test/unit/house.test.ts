import { readdirSync, readFileSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import { describe, expect, it } from "vitest";

/** What each part of `src` may import from; a part may always import from itself. `entry` is the files at the top. */
const allowed: Readonly<Record<string, readonly string[]>> = {
  archive: [],
  models: ["archive"],
  conversation: ["archive", "models"],
  design: [],
  drawing: [],
  folder: ["archive"],
  journal: ["archive"],
  protocol: [],
  agent: ["archive", "conversation", "models"],
  panel: ["archive", "conversation", "models", "protocol"],
  providers: ["archive", "agent", "models"],
  cli: ["agent", "archive", "conversation", "models"],
  host: ["agent", "archive", "cli", "conversation", "folder", "journal", "models", "protocol", "providers", "entry"],
  editor: [
    "agent",
    "archive",
    "conversation",
    "design",
    "folder",
    "host",
    "journal",
    "models",
    "panel",
    "protocol",
    "entry",
  ],
  commands: ["agent", "cli", "editor", "host", "models", "protocol", "entry"],
};

const mayUseVscode = /^(extension|api)\.ts$|^(editor|commands|host)\//;
const mayUseSdk = /^providers\/[^/]+\/client\.ts$/;

interface Import {
  readonly file: string;
  readonly target: string;
}

const imports: Import[] = readdirSync("src", { recursive: true, encoding: "utf8" })
  .filter((file) => file.endsWith(".ts"))
  .flatMap((file) => {
    const source = readFileSync(join("src", file), "utf8");
    const targets = [...source.matchAll(/(?:from|import)\s*\(?\s*"([^"]+)"/g)].map((match) => match[1] ?? "");
    return targets.map((target) => ({ file, target }));
  });

describe("the house", () => {
  it("has imports that only point down", () => {
    const upward = imports.filter(({ file, target }) => {
      const from = partOf(file);
      if (!target.startsWith(".") || from === "entry") return false;
      const to = partOf(relative("src", join("src", dirname(file), target)));
      return from !== to && !(allowed[from] ?? []).includes(to);
    });
    expect(upward).toEqual([]);
  });

  it("imports vscode only where VS Code is met", () => {
    expect(imports.filter(({ file, target }) => target === "vscode" && !mayUseVscode.test(file))).toEqual([]);
  });

  it("imports a model's SDK only in its provider's client, and starts programs in one place", () => {
    expect(
      imports.filter(({ file, target }) => /^(@anthropic-ai|openai)(\/|$)/.test(target) && !mayUseSdk.test(file)),
    ).toEqual([]);
    expect(imports.filter(({ target }) => target.includes("child_process"))).toEqual([]);
    expect(imports.filter(({ target }) => target === "execa").map(({ file }) => file)).toEqual(["cli/childProcess.ts"]);
  });

  it("lets the panel's page import the protocol and the drawing, and nothing else of the host's", () => {
    const files = readdirSync("webview", { recursive: true, encoding: "utf8" }).filter((file) => file.endsWith(".ts"));
    const outside = files.flatMap((file) =>
      [...readFileSync(join("webview", file), "utf8").matchAll(/from "((?:\.\.\/)+src\/[^"]+)"/g)].map(
        (match) => match[1] ?? "",
      ),
    );
    expect(outside.length).toBeGreaterThan(0);
    expect(outside.filter((target) => !/\/src\/(protocol|drawing)\//.test(target))).toEqual([]);
  });
});

function partOf(file: string): string {
  return file.includes("/") ? (file.split("/")[0] ?? "") : "entry";
}
