import type { DrawingContext, MeasureText } from "./context.ts";
import { DrawingMemory } from "./drawingMemory.ts";
import { isObject, type JsonObject } from "./fields.ts";
import { Lookups } from "./lookups.ts";

/** Nodes nested deeper than this aren't drawn. */
export const deepest = 200;

/** So many nodes of components one drawing shows. Components that hold each other's instances could make any number of them. */
const mostComponentNodes = 100_000;

/** What one drawing carries with it on its way down. */
export interface Pen {
  readonly measure: MeasureText;
  readonly lookups: Lookups;
  readonly memory: DrawingMemory;
  readonly depth: number;
  /** The components whose inside is being drawn, outermost first. */
  readonly inside: readonly string[];
  /** What the innermost instance changes of its component's nodes, by their ids. */
  readonly overrides: JsonObject | undefined;
  readonly allowance: { componentNodes: number };
}

export function penFor(context: DrawingContext): Pen {
  const memory = context.memory ?? new DrawingMemory();
  memory.begin(context);
  return {
    measure: context.measure,
    lookups: new Lookups(context),
    memory,
    depth: 0,
    inside: [],
    overrides: undefined,
    allowance: { componentNodes: mostComponentNodes },
  };
}

/** For the children of the node that `pen` draws. */
export function deeper(pen: Pen): Pen {
  return { ...pen, depth: pen.depth + 1 };
}

/** For the inside of an instance. */
export function insideComponent(pen: Pen, component: string, overrides: unknown): Pen {
  return {
    ...pen,
    depth: pen.depth + 1,
    inside: [...pen.inside, component],
    overrides: isObject(overrides) ? overrides : undefined,
  };
}

/** Whether there is still room for a node; inside a component it takes a part of the allowance. */
export function mayDraw({ depth, inside, allowance }: Pen): boolean {
  if (depth > deepest) return false;
  if (inside.length > 0) allowance.componentNodes -= 1;
  return allowance.componentNodes >= 0;
}
