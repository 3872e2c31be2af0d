import type { DrawingContext } from "./context.ts";
import { isObject, type JsonObject } from "./fields.ts";

/** What a node's drawing needed from outside the node, by key. */
export type Uses = ReadonlySet<string>;

const none: Uses = new Set();

/** Everything outside a node that its drawing can depend on. It notes what was asked, so that a drawing can be kept until that changes. */
export class Lookups {
  readonly #context: DrawingContext;
  #used: Set<string> | undefined;

  constructor(context: DrawingContext) {
    this.#context = context;
  }

  /** The token at a dotted path. */
  token(path: string): unknown {
    return this.#ask(`token ${path}`);
  }

  component(id: string): JsonObject | undefined {
    const found = this.#ask(`component ${id}`);
    return isObject(found) ? found : undefined;
  }

  assetUrl(asset: string): string | undefined {
    const found = this.#ask(`asset ${asset}`);
    return typeof found === "string" ? found : undefined;
  }

  /** Does the work and tells what it looked up; that counts for whatever this is a part of, too. */
  during<T>(work: () => T): { readonly result: T; readonly uses: Uses } {
    const outer = this.#used;
    this.#used = undefined;
    try {
      const result = work();
      return { result, uses: this.#used ?? none };
    } finally {
      const inner = this.#used;
      this.#used = outer;
      if (inner !== undefined) this.note(inner);
    }
  }

  /** Counts what a kept drawing looked up when it was made. */
  note(uses: Uses): void {
    if (uses.size === 0) return;
    this.#used ??= new Set();
    for (const key of uses) this.#used.add(key);
  }

  #ask(key: string): unknown {
    this.#used ??= new Set();
    this.#used.add(key);
    return lookUp(this.#context, key);
  }
}

/** What the key gives now. */
export function lookUp(context: DrawingContext, key: string): unknown {
  const space = key.indexOf(" ");
  const name = key.slice(space + 1);
  switch (key.slice(0, space)) {
    case "token":
      return tokenAt(context.tokens, name);
    case "component":
      return context.component(name);
    default:
      return context.assetUrl(name);
  }
}

function tokenAt(tokens: JsonObject | undefined, path: string): unknown {
  let value: unknown = tokens;
  for (const part of path.split(".")) {
    if (typeof value !== "object" || value === null || !Object.hasOwn(value, part)) return undefined;
    value = Reflect.get(value, part);
  }
  return value;
}
