/**
 * A process of its own that saves until it is killed: `saveProcess <package> <seed> <first number>`. It says `start <n>`
 * before the save of state n and `done <n>` once that is acknowledged.
 */
import { writeSync } from "node:fs";
import { PackageFolder } from "../../../src/folder/packageFolder.ts";
import { NodeFileStore } from "../../support/nodeFileStore.ts";
import { numberedState } from "./numberedStates.ts";

const [packagePath = "", seed = "", first = ""] = process.argv.slice(2);
const folder = new PackageFolder(new NodeFileStore(packagePath));
await folder.open();
for (let number = Number(first); ; number += 1) {
  const { reach } = await numberedState(Number(seed), number);
  writeSync(1, `start ${number}\n`);
  await reach(folder);
  writeSync(1, `done ${number}\n`);
}
