import type { Lookups } from "./lookups.ts";

/** Tokens may name tokens, but not without end. */
const longestChain = 10;

/** The value itself, or what `"$path.to.token"` stands for; undefined where that leads nowhere or in a circle. */
export function resolveToken(value: unknown, lookups: Lookups): unknown {
  let resolved = value;
  for (let step = 0; typeof resolved === "string" && resolved.startsWith("$"); step += 1) {
    if (step === longestChain) return undefined;
    resolved = lookups.token(resolved.slice(1));
  }
  return resolved;
}
