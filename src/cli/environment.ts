import { delimiter, dirname } from "node:path";

/** What is for VS Code's own process, and would make another program behave oddly. */
const forVscodeOnly = /^(ELECTRON_|VSCODE_)|^NODE_OPTIONS$/i;

/**
 * The environment for a CLI: the person's own, without what is meant for VS Code and without `remove`, with `add`. The
 * program's folder goes first in PATH: a version manager keeps `node` beside a program that needs it.
 */
export function childEnvironment(
  own: NodeJS.ProcessEnv,
  executable: string,
  { remove = [], add = {} }: { remove?: readonly string[]; add?: Readonly<Record<string, string>> } = {},
): NodeJS.ProcessEnv {
  const removed = new Set(remove);
  const kept = Object.entries(own).filter(([name]) => !forVscodeOnly.test(name) && !removed.has(name));
  const environment: NodeJS.ProcessEnv = Object.fromEntries(kept);
  const pathName = Object.keys(environment).find((name) => name.toUpperCase() === "PATH") ?? "PATH";
  const path = environment[pathName];
  environment[pathName] = [dirname(executable), ...(path ? [path] : [])].join(delimiter);
  return { ...environment, ...add };
}
