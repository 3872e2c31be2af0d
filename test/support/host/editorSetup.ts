import browserSetup from "./browserSetup.ts";
import { installVscode } from "./install.ts";

/** Brings VS Code and the browser in before the first test file, as `browserSetup` does and for its reason. */
export default async function setup(): Promise<void> {
  await browserSetup();
  await installVscode();
}
