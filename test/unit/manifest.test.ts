import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { commandIds, contextKeys, settingKeys, viewType } from "../../src/contributions.ts";
import { efforts } from "../../src/models/effort.ts";

const text = readFileSync("package.json", "utf8");
const manifest = JSON.parse(text);
const words = wordsOf("package.nls.json");
const declaredCommands: string[] = manifest.contributes.commands.map((entry: { command: string }) => entry.command);

describe("the manifest", () => {
  it("declares the commands of the code, and no others", () => {
    expect(declaredCommands.toSorted()).toEqual(Object.values(commandIds).toSorted());
  });

  it("declares the settings of the code, and no others", () => {
    expect(Object.keys(manifest.contributes.configuration.properties).toSorted()).toEqual(
      Object.values(settingKeys).toSorted(),
    );
  });

  it("PKG-2: declares the custom editor on a package's document.json", () => {
    expect(manifest.contributes.customEditors).toMatchObject([
      { viewType, priority: "default", selector: [{ filenamePattern: "**/*.silverpoint/document.json" }] },
    ]);
  });

  it("uses every word of package.nls.json and only those", () => {
    const used = [...text.matchAll(/"%([^%"]+)%"/g)].map((match) => match[1]);
    expect([...new Set(used)].toSorted()).toEqual(Object.keys(words).toSorted());
  });

  it.each(["ja", "zh-cn"])("has every word in %s, with the same code and keys in it", (language) => {
    const translated = wordsOf(`package.nls.${language}.json`);
    expect(Object.keys(translated).toSorted()).toEqual(Object.keys(words).toSorted());
    for (const [key, english] of Object.entries(words)) {
      const codeIn = (words: string) => words.match(/`[^`]+`/g)?.toSorted();
      expect([key, codeIn(translated[key] ?? "")]).toEqual([key, codeIn(english)]);
      expect(translated[key]?.trim(), key).not.toBe("");
      if (key !== "displayName") expect(translated[key], key).not.toBe(english);
    }
  });

  it("goes by the context keys that the code sets, and by every one of them", () => {
    const named = [...text.matchAll(/"(?:enablement|when)": "([^"]+)"/g)].flatMap(([, clause = ""]) =>
      clause.split(/\s*(?:&&|\|\|)\s*/).filter((key) => /^!?silverpoint\.\w+$/.test(key)),
    );
    const keys = named.map((key) => key.replace("!", ""));
    expect([...new Set(keys)].toSorted()).toEqual(Object.values(contextKeys).toSorted());
  });

  it("orders its settings, each at a place of its own", () => {
    const settings: { order: number }[] = Object.values(manifest.contributes.configuration.properties);
    expect(settings.map(({ order }) => order).toSorted((a, b) => a - b)).toEqual(settings.map((_, index) => index));
  });

  it("PRV-3: offers the providers and the efforts of the code, and no others", () => {
    const properties = manifest.contributes.configuration.properties;
    const providers = readFileSync("src/host/providers.ts", "utf8").match(/providerIds = \[([^\]]*?),?\s*\]/)?.[1];
    expect(JSON.parse(`[${providers}]`)).toEqual(properties[settingKeys.provider].enum);
    expect(properties[settingKeys.effort].enum).toEqual(["default", ...efforts]);
  });

  it("PKG-2: has the tab of a package named by its folder", () => {
    const { selector } = manifest.contributes.customEditors[0];
    expect(manifest.contributes.configurationDefaults).toEqual({
      "workbench.editor.customLabels.patterns": {
        [selector[0].filenamePattern]: expect.stringMatching(/^\$\{dirname\}$/),
      },
    });
  });

  it("names only declared commands in menus and key bindings", () => {
    const menus = Object.values(manifest.contributes.menus).flat() as { command: string }[];
    const named = [...menus, ...manifest.contributes.keybindings].map((entry: { command: string }) => entry.command);
    expect(named.filter((command) => !declaredCommands.includes(command))).toEqual([]);
  });

  it("PRV-3: a workspace can't set where requests go", () => {
    const addresses = Object.values(settingKeys).filter((key) => key.endsWith(".baseUrl"));
    expect(addresses).toHaveLength(4);
    for (const key of addresses) expect(manifest.contributes.configuration.properties[key].scope, key).toBe("machine");
  });

  it("CLI-4: a workspace can't name a program, and none is started before it is needed unless the person says so", () => {
    const { properties } = manifest.contributes.configuration;
    expect(properties[settingKeys.claudeCodePath].scope).toBe("machine");
    expect(properties[settingKeys.codexPath].scope).toBe("machine");
    expect(properties[settingKeys.startCliEarly].default).toBe(false);
  });

  it("runs where the workspace is, wakes up by itself for nothing, and works untrusted and virtual", () => {
    expect(manifest).toMatchObject({
      extensionKind: ["workspace"],
      activationEvents: [],
      capabilities: { untrustedWorkspaces: { supported: "limited" }, virtualWorkspaces: true },
    });
  });

  it("pins every version exactly, and types VS Code by the oldest version it claims", () => {
    const versions: [string, string][] = Object.entries({ ...manifest.dependencies, ...manifest.devDependencies });
    expect(versions.filter(([, version]) => !/^\d+\.\d+\.\d+$/.test(version))).toEqual([]);
    expect(manifest.engines.vscode).toBe(`^${manifest.devDependencies["@types/vscode"]}`);
  });

  it("has a lockfile without download addresses", () => {
    expect(readFileSync("package-lock.json", "utf8")).not.toContain('"resolved"');
  });
});

function wordsOf(file: string): Record<string, string> {
  return JSON.parse(readFileSync(file, "utf8"));
}
