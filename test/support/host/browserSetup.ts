import { installChromium } from "./installChromium.ts";

/** Brings the browser in before the first test file: files that run side by side would otherwise both install it. */
export default async function setup(): Promise<void> {
  await installChromium();
}
