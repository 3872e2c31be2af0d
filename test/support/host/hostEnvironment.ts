import { mkdirSync } from "node:fs";
import { join } from "node:path";

// What the person who runs the tests has set for other programs: an outer VS Code, npm, a test runner, and above all the
// keys and addresses of real model providers, which no test may ever use.
const foreign =
  /^(VSCODE_|ELECTRON_|VITEST|npm_|XDG_|ANTHROPIC_|OPENAI_|OPENROUTER_|CLAUDE|CODEX|NODE_OPTIONS$|NODE_ENV$)/i;

// A socket's path has about a hundred bytes, of which VS Code takes fifty.
const longestSocketFolder = 50;

/**
 * The environment of the server and so of the extension host: this process's without what is foreign, with home and
 * temporary files inside the data folder, and with `extra` on top.
 */
export function hostEnvironment(dataFolder: string, extra: Readonly<Record<string, string>>): NodeJS.ProcessEnv {
  const inherited = Object.entries(process.env).filter(([name]) => !foreign.test(name));
  const environment: NodeJS.ProcessEnv = Object.fromEntries(inherited);
  environment.HOME = join(dataFolder, "home");
  mkdirSync(environment.HOME, { recursive: true });
  const temporary = join(dataFolder, "tmp");
  if (temporary.length <= longestSocketFolder) {
    environment.TMPDIR = temporary;
    mkdirSync(temporary, { recursive: true });
  }
  // Without an empty address VS Code asks a public gallery about extensions.
  environment.EXTENSIONS_GALLERY = '{"serviceUrl":""}';
  return { ...environment, ...extra };
}
