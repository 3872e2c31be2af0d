import { basename, join } from "node:path";
import { fileURLToPath } from "node:url";
import { type BuildOptions, build } from "esbuild";

/**
 * Builds mocha test files for `runTestsInside` into a folder, and returns the path of the module to run. Each test file
 * becomes one of the same name; `vscode` stays what the extension host gives.
 */
export async function bundleTests(testFiles: readonly string[], folder: string): Promise<string> {
  const names = testFiles.map((file) => basename(file).replace(/\.ts$/, ".js"));
  if (new Set(names).size < names.length) throw new Error("Two test files have the same name.");
  const common: BuildOptions = {
    bundle: true,
    platform: "node",
    format: "cjs",
    external: ["vscode"],
    sourcemap: "inline",
  };
  await build({ ...common, entryPoints: [...testFiles], outdir: folder, entryNames: "[name]" });
  const inside = fileURLToPath(new URL("mochaInside.ts", import.meta.url));
  const contents = `
    import { join } from "node:path";
    import { runMochaInside } from ${JSON.stringify(inside)};
    export const run = () => runMochaInside(${JSON.stringify(names)}.map((name) => join(__dirname, name)));
  `;
  const outfile = join(folder, "runInside.js");
  await build({ ...common, stdin: { contents, resolveDir: folder }, outfile });
  return outfile;
}
