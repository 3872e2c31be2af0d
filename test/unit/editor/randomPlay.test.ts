import fc from "fast-check";
import { expect, it } from "vitest";
import { PackagePlayer } from "../../support/packagePlayer.ts";

type Step = readonly [name: string, play: (player: PackagePlayer) => void | Promise<void>];

const plain: readonly Step[] = [
  ["converse", (player) => player.converse()],
  ["converse with a picture", (player) => player.converseWithPicture()],
  ["a save before the picture's message", (player) => player.saveBeforePicture()],
  ["rename", (player) => player.rename()],
  ["undo", (player) => player.undo()],
  ["new conversation", (player) => player.startNew()],
  ["look", (player) => player.look()],
  ["save", (player) => player.save()],
  ["crash", (player) => player.crash()],
  ["reload", (player) => player.reload()],
  ["disk full", (player) => player.saveTorn(() => true)],
  ["document.json torn", (player) => player.saveTorn((path) => path === "document.json")],
  [".new torn", (player) => player.saveTorn((path) => path.endsWith(".new"))],
  ["their conversation", (player) => player.writeTheirConversation()],
  ["conversation damaged", (player) => player.damageConversation()],
  ["their design", (player) => player.writeTheirDesign()],
  ["their design merged", (player) => player.mergeTheirDesign()],
];

const death = fc
  .tuple(fc.nat(25), fc.constantFrom("dieBefore" as const, "dieMidway" as const, "dieAfter" as const))
  .map(([calls, fate]): Step => [`${fate} at call ${calls} of a save`, (player) => player.dieInSave(calls, fate)]);

const steps = fc.array(fc.oneof({ arbitrary: fc.constantFrom(...plain), weight: 8 }, { arbitrary: death, weight: 1 }), {
  minLength: 1,
  maxLength: 25,
  size: "max",
});
const answers = fc.constantFrom("keepMine" as const, "keepBoth" as const, "loadTheirs" as const, undefined);

it("PKG-9, PKG-11, PKG-13, PKG-15: whatever happens in whatever order, nothing is lost and nothing overwritten unasked", async () => {
  const property = fc.asyncProperty(answers, steps, async (answer, script) => {
    const player = new PackagePlayer(answer);
    await player.open();
    for (const [, play] of script) {
      await play(player);
      player.expectNothingOverwritten();
    }
  });
  // Ends before the test's own limit does, also while it looks for a shorter counterexample: what it found is told.
  const result = await fc.check(property, { seed: 1, numRuns: 300, interruptAfterTimeLimit: 20_000 });
  const [answer, script] = result.counterexample ?? [];
  const told = [
    String(result.errorInstance),
    `Seed ${result.seed}, path ${result.counterexamplePath}, the answer to questions ${answer}:`,
    ...(script ?? []).map(([name]) => name),
  ];
  expect(result.failed, told.join("\n")).toBe(false);
});
