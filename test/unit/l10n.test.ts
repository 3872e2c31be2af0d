import { readFileSync } from "node:fs";
import { getL10nJson } from "@vscode/l10n-dev";
import { describe, expect, it } from "vitest";
import { sourceFiles } from "../support/sourceFiles.ts";
import { writtenWords } from "../support/writtenWords.ts";

type Bundle = Readonly<Record<string, string>>;

const english: Readonly<Record<string, unknown>> = JSON.parse(readFileSync("l10n/bundle.l10n.json", "utf8"));

function translation(language: string): Bundle {
  return JSON.parse(readFileSync(`l10n/bundle.l10n.${language}.json`, "utf8"));
}

/** What a message of the bundle says, without the comment that may stand in its key. */
function messageOf(key: string): string {
  const entry = english[key];
  return typeof entry === "object" && entry !== null && "message" in entry ? String(entry.message) : String(entry);
}

function placeholders(text: string): string[] {
  return [...text.matchAll(/\{(\d+)\}/g)].map(([, number = ""]) => number).toSorted();
}

/** Names, and what is written alike in every language. */
const alike = new Set(["Silverpoint: {0}", "{0}: {1}", "“{0}”"]);

describe("the words of the panel and of VS Code's own dialogs", () => {
  it("are exported: `npm run l10n` after one was changed", async () => {
    const withWords = sourceFiles("src", "webview").filter(({ text }) => text.includes("@vscode/l10n"));
    const exported = await getL10nJson(withWords.map(({ text }) => ({ extension: ".ts", contents: text })));
    expect(Object.keys(english).toSorted()).toEqual(Object.keys(exported).toSorted());
    expect(english).toEqual(exported);
  }, 120_000);

  it.each(["ja", "zh-cn"])("are there in %s, every one and no other", (language) => {
    expect(Object.keys(translation(language)).toSorted()).toEqual(Object.keys(english).toSorted());
  });

  it.each(["ja", "zh-cn"])("take in the same in %s, and aren't left in English", (language) => {
    for (const [key, words] of Object.entries(translation(language))) {
      const message = messageOf(key);
      expect([key, placeholders(words)]).toEqual([key, placeholders(message)]);
      expect(words.trim(), key).not.toBe("");
      if (!alike.has(message)) expect(words, key).not.toBe(message);
    }
  });

  it.each(["ja", "zh-cn"])("say keys, files and commands in %s as they are", (language) => {
    const fixed = /document\.json|\.silverpoint|Enter|Shift|Escape|git lfs pull|Markdown|PNG|MiB|\d+%/g;
    const fixedIn = (text: string) => [...new Set(text.match(fixed) ?? [])].toSorted();
    for (const [key, words] of Object.entries(translation(language))) {
      expect([key, fixedIn(words)]).toEqual([key, fixedIn(messageOf(key))]);
    }
  });
});

describe("the panel's page", () => {
  it("shows no words that don't go through l10n", () => {
    const written = sourceFiles("webview").flatMap(({ path, text }) =>
      writtenWords(text).map((words) => `${path}: ${words}`),
    );
    expect(written).toEqual([]);
  });

  it("would be found to show such words", () => {
    const take = (code: string) => ["$", `{${code}}`].join("");
    const inner = `html\`<i>and you</i>${take("each")}\``;
    const source = `html\`<p title="A tip">Good ${take('l10n.t("morning")')} <b>to you</b>${take(inner)}</p>\`;
      button({ label: "Go" })`;
    expect(writtenWords(source)).toEqual(["Good", "to you", "A tip", "and you", "Go"]);
  });

  it("and the host pick words inside of functions alone: at the start the language isn't known", () => {
    const early = sourceFiles("src", "webview").flatMap(({ path, text }) =>
      [...text.matchAll(/^(?:export )?const [^\n]*(?:\n {2}[^\n]*)*/gm)]
        .map(([statement]) => statement)
        .filter((statement) => statement.includes("l10n.t(") && !/=>|function|\bclass\b/.test(statement))
        .map((statement) => `${path}: ${statement.slice(0, 60)}`),
    );
    expect(early).toEqual([]);
  });
});
