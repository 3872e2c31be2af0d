import { expect, it } from "vitest";
import { PackageOnDisk } from "../../support/packageOnDisk.ts";

it("TRN-1: instructions that were read later stay, though an earlier reading ends after it; without a file they go", async () => {
  const readings: ((text: string | undefined) => void)[] = [];
  const readInstructions = () => new Promise<string | undefined>((resolve) => readings.push(resolve));
  const { session } = await new PackageOnDisk().open({ readInstructions });
  const { openDesign } = session;
  const first = openDesign.refresh();
  const second = openDesign.refresh();
  readings[1]?.("new");
  await second;
  readings[0]?.("old");
  await first;
  expect(openDesign.sections().context).toMatch(/## Instructions \(AGENTS\.md\)\nnew$/);
  const third = openDesign.refresh();
  readings[2]?.(undefined);
  await third;
  expect(openDesign.sections().context).not.toContain("##");
});

it("TRN-1: a reading that fails is none, and never keeps a message from being sent", async () => {
  const readInstructions = () => Promise.reject(new Error("unreachable"));
  const { session } = await new PackageOnDisk().open({ readInstructions });
  await session.prepareToSend();
  expect(session.openDesign.sections().context).not.toContain("##");
});
