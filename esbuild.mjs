// Builds what the manifest's `main` names, the panel, and the proof that the pure folders need nothing from outside.
import { rm } from "node:fs/promises";
import { build } from "esbuild";

/** Folders that must bundle with nothing external: no `vscode`, no `node:*`, no SDK (docs/architecture.md). */
const pureFolders = [
  "archive",
  "conversation",
  "design",
  "drawing",
  "models",
  "agent",
  "folder",
  "journal",
  "panel",
  "protocol",
];
const pureProviderFiles = [
  "anthropic/messages",
  "anthropic/stream",
  "serviceErrors",
  "modelLists",
  "openai/responsesBody",
  "openai/responsesStream",
  "openai/chatBody",
  "openai/chatStream",
  "openai/imageAnswer",
  "openai/imageFailure",
  "vscode/messages",
  "vscode/stream",
  "vscode/failure",
];

const common = { bundle: true, minify: true, sourcemap: true, logLevel: "warning", legalComments: "none" };

const host = {
  ...common,
  entryPoints: { extension: "src/extension.ts" },
  outdir: "dist",
  platform: "node",
  format: "cjs",
  target: "node20",
  external: ["vscode"],
  // What zod is marked with lets esbuild leave out the start of modules that an `import()` shares with the rest.
  ignoreAnnotations: true,
  // jsonc-parser's `main` is a wrapper that no bundler can follow.
  mainFields: ["module", "main"],
};

const webview = {
  ...common,
  entryPoints: { main: "webview/main.ts" },
  outdir: "dist/webview",
  platform: "browser",
  format: "iife",
  target: "chrome128",
  define: { "process.env.NODE_ENV": '"production"' },
};

const pure = {
  ...common,
  entryPoints: [
    ...pureFolders.map((folder) => `src/${folder}/**/*.ts`),
    ...pureProviderFiles.map((file) => `src/providers/${file}.ts`),
  ],
  outdir: "dist/pure",
  splitting: true,
  write: false,
  platform: "neutral",
  mainFields: ["module", "main"],
  format: "esm",
};

await rm("dist", { recursive: true, force: true });
await Promise.all([build(host), build(webview), build(pure)]);
