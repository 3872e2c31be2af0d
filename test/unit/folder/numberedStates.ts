import { emptyConversation } from "../../../src/archive/defaults.ts";
import type { ReadOutcome } from "../../../src/archive/index.ts";
import type { PackageFolder } from "../../../src/folder/packageFolder.ts";
import { bytesByHash, makeConversation, makePicture } from "../../support/conversations.ts";

/** What a package goes through, by number: the same for the same seed in every process. */
export interface NumberedState {
  readonly outcome: ReadOutcome;
  readonly reach: (folder: PackageFolder) => Promise<void>;
}

/** Mostly conversations of a few bytes up to a few hundred kilobytes, with images; now and then none, or no folder. */
export async function numberedState(seed: number, number: number): Promise<NumberedState> {
  const random = (what: number) => fraction(seed, number, what);
  if (random(0) < 0.05) return { outcome: { kind: "empty" }, reach: (folder) => folder.remove() };
  if (random(0) < 0.1) {
    return { outcome: { kind: "empty" }, reach: (folder) => folder.save(emptyConversation, new Map()) };
  }
  const names = Array.from({ length: Math.floor(random(1) * 4) }, (_, index) => Math.floor(random(2 + index) * 12));
  const pictures = await Promise.all(
    [...new Set(names)].map((name) => makePicture(`${name} `.repeat(name ** 5 % 90_000))),
  );
  const text = `${number} ${"word ".repeat(Math.floor(random(7) ** 4 * 60_000))}`;
  const conversation = makeConversation(text, pictures);
  const images = bytesByHash(pictures);
  return {
    outcome: { kind: "conversation", conversation, images, omitted: [] },
    reach: (folder) => folder.save(conversation, images),
  };
}

/** From 0 to 1, the same for the same three numbers. */
export function fraction(seed: number, number: number, what: number): number {
  let mixed = Math.imul(seed ^ Math.imul(number + 1, 0x9e3779b1) ^ Math.imul(what + 1, 0x85ebca6b), 0xc2b2ae35);
  mixed = Math.imul(mixed ^ (mixed >>> 15), 0x2c1b3c6d);
  mixed = Math.imul(mixed ^ (mixed >>> 12), 0x297a2d39);
  return ((mixed ^ (mixed >>> 15)) >>> 0) / 4294967296;
}
