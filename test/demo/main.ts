import { parseArgs } from "node:util";
import { checkDemo } from "./check.ts";
import { showDemo } from "./show.ts";

const { values } = parseArgs({
  options: { check: { type: "boolean", default: false }, browser: { type: "boolean", default: false } },
});

try {
  process.exitCode = values.check ? await checkDemo() : await showDemo({ inBrowser: values.browser });
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}
