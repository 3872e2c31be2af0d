// Builds the bench and runs it: Node 20 can't run TypeScript by itself.
import { execFileSync } from "node:child_process";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";

const outdir = new URL("../../dist/bench/", import.meta.url);
process.chdir(fileURLToPath(new URL("../..", import.meta.url)));
await build({
  entryPoints: ["test/bench/main.ts", "test/bench/memoryProcess.ts"],
  outdir: fileURLToPath(outdir),
  outExtension: { ".js": ".mjs" },
  bundle: true,
  platform: "node",
  format: "esm",
  // jsonc-parser's `main` is a wrapper that no bundler can follow.
  mainFields: ["module", "main"],
  // They find their own files beside them.
  external: ["playwright-core", "esbuild"],
  logLevel: "warning",
});
execFileSync(process.execPath, ["--expose-gc", fileURLToPath(new URL("main.mjs", outdir))], { stdio: "inherit" });
