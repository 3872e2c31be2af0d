// Builds the demo and runs it: Node 20 can't run TypeScript by itself.
import { mkdir } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";

const checkout = fileURLToPath(new URL("../..", import.meta.url));
const outfile = new URL("../../dist/demo/main.mjs", import.meta.url);
process.chdir(checkout);
await import("../../esbuild.mjs");
await mkdir(new URL(".", outfile), { recursive: true });
await build({
  entryPoints: ["test/demo/main.ts"],
  outfile: fileURLToPath(outfile),
  bundle: true,
  platform: "node",
  format: "esm",
  packages: "external",
  sourcemap: "inline",
  logLevel: "warning",
});
await import(outfile.href);
