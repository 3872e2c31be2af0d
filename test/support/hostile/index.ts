import { listCases, readCasePackage } from "../caseFolders.ts";
import { damagedFiles } from "./damagedFiles.ts";
import { deceivingTexts } from "./deceivingTexts.ts";
import type { HostilePackage } from "./hostilePackage.ts";
import { outsideNames } from "./outsideNames.ts";
import { wrongFields } from "./wrongFields.ts";

export { type HostilePackage, secret } from "./hostilePackage.ts";
export { writeHostilePackage } from "./writeHostilePackage.ts";

/** The packages that test/fixtures/hostile/README.md lists, by group. */
export const hostileGroups: Readonly<Record<string, readonly HostilePackage[]>> = {
  "Damaged files": damagedFiles,
  "Wrong fields": wrongFields,
  "Names that lead outside": outsideNames,
  "Texts that deceive": deceivingTexts,
};

/** All of these, and those of test/fixtures/cases as `case-<name>`. */
export function listHostilePackages(): HostilePackage[] {
  const cases = listCases().map(
    ({ name, kind }): HostilePackage => ({
      name: `case-${name}`,
      kind,
      says: undefined,
      files: () => readCasePackage(name),
      links: [],
    }),
  );
  return [...Object.values(hostileGroups).flat(), ...cases];
}
