import { readdirSync, readFileSync } from "node:fs";
import { join, relative, sep } from "node:path";
import { fileURLToPath } from "node:url";
import type { ReadOutcome } from "../../src/archive/index.ts";

const kinds = ["empty", "conversation", "unreadable"] as const;
const fixtures = fileURLToPath(new URL("../fixtures/", import.meta.url));

/** The example of the format's own documentation, word for word. */
export function readExample(): Uint8Array {
  const path = "cases/packages/example-word-for-word.silverpoint/agent/conversation.json";
  return new Uint8Array(readFileSync(join(fixtures, path)));
}

/** What the table of test/fixtures/cases/README.md says: the kind of outcome for each package. */
export function listCases(): { name: string; kind: ReadOutcome["kind"] }[] {
  const lines = readFileSync(join(fixtures, "cases/README.md"), "utf8").split("\n");
  return lines.flatMap((line) => {
    const [, name, word] = /^\| ([\w-]+) \| (\w+) \|$/.exec(line) ?? [];
    const kind = kinds.find((each) => each === word);
    return name === undefined || kind === undefined ? [] : [{ name, kind }];
  });
}

/** Every file of a case's package, by its path in the package. */
export function readCasePackage(name: string): Map<string, Uint8Array> {
  const root = join(fixtures, "cases/packages", `${name}.silverpoint`);
  const files = readdirSync(root, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  return new Map(
    files.map((entry) => {
      const path = join(entry.parentPath, entry.name);
      return [relative(root, path).split(sep).join("/"), new Uint8Array(readFileSync(path))];
    }),
  );
}

/** The files of `agent/` in a case's package, by their path in that folder. */
export function readCase(name: string): Map<string, Uint8Array> {
  const inside = [...readCasePackage(name)].filter(([path]) => path.startsWith("agent/"));
  return new Map(inside.map(([path, bytes]) => [path.slice("agent/".length), bytes]));
}
