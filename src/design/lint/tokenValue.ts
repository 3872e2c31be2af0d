import { isObject } from "../json.ts";
import type { Tokens } from "../tokens.ts";

/** Tokens may name tokens, but not without end. */
const longestChain = 10;
/** No path that anybody writes is longer; to look one up takes time with its length. */
const longestPath = 1000;

export function isToken(value: unknown): value is string {
  return typeof value === "string" && /^\$./u.test(value);
}

/** What the tokens of a design system stand for. Each path is looked up once: rules ask for the same ones over and over. */
export class TokenValues {
  readonly #tokens: Tokens;
  readonly #found = new Map<string, unknown>();

  constructor(tokens: Tokens) {
    this.#tokens = tokens;
  }

  /** The value itself, or what `"$path.to.token"` stands for; undefined where that leads nowhere or in a circle. */
  resolve(value: unknown): unknown {
    let resolved = value;
    for (let step = 0; isToken(resolved); step += 1) {
      if (step === longestChain || resolved.length > longestPath) return undefined;
      if (!this.#found.has(resolved)) this.#found.set(resolved, valueAt(resolved.slice(1), this.#tokens));
      resolved = this.#found.get(resolved);
    }
    return resolved;
  }
}

function valueAt(path: string, tokens: Tokens): unknown {
  return path
    .split(".")
    .reduce<unknown>((at, key) => (isObject(at) && Object.hasOwn(at, key) ? at[key] : undefined), tokens);
}
