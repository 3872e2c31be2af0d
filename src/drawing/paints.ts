import { type Color, readColor } from "./colors.ts";
import { isObject, type JsonObject, numberOf, within } from "./fields.ts";
import type { Lookups } from "./lookups.ts";
import { resolveToken } from "./tokens.ts";

export interface Stop extends Color {
  readonly offset: number;
}

export type Paint =
  | ({ readonly kind: "solid" } & Color)
  /** `angle` in degrees clockwise, 0 to the right. */
  | { readonly kind: "linear"; readonly angle: number; readonly stops: readonly Stop[] }
  /** Centre and radius as fractions of the painted box. */
  | {
      readonly kind: "radial";
      readonly cx: number;
      readonly cy: number;
      readonly r: number;
      readonly stops: readonly Stop[];
    };

const mostPaints = 32;
const mostStops = 64;
/** Lists in lists, and tokens that stand for lists, could otherwise be looked through for ever. */
const mostLooks = 256;

const none: readonly Paint[] = [];

/** The paints of a `fill` or `stroke`, lowest first. What isn't a paint by DOC-1 is left out. */
export function paintsOf(value: unknown, lookups: Lookups): readonly Paint[] {
  if (value === undefined) return none;
  const paints: Paint[] = [];
  const waiting: unknown[] = [value];
  for (let looks = 0; waiting.length > 0 && looks < mostLooks && paints.length < mostPaints; looks += 1) {
    const next = resolveToken(waiting.pop(), lookups);
    if (Array.isArray(next)) waiting.push(...next.slice(0, mostPaints).reverse());
    else {
      const paint = paintOf(next, lookups);
      if (paint !== undefined) paints.push(paint);
    }
  }
  return paints;
}

function paintOf(value: unknown, lookups: Lookups): Paint | undefined {
  if (!isObject(value)) return solid(value, 1);
  switch (value.type) {
    case "solid":
      return solid(resolveToken(value.color, lookups), fraction(value.opacity, 1));
    case "linear": {
      const stops = stopsOf(value, lookups);
      return stops && { kind: "linear", angle: (numberOf(value.angle) ?? 0) % 360, stops };
    }
    case "radial": {
      const stops = stopsOf(value, lookups);
      const part = (field: unknown) => within(numberOf(field) ?? 0.5, -100, 100);
      return stops && { kind: "radial", cx: part(value.cx), cy: part(value.cy), r: Math.max(part(value.r), 0), stops };
    }
    default:
      return undefined;
  }
}

function solid(value: unknown, opacity: number): Paint | undefined {
  const color = readColor(value);
  return color && { kind: "solid", hex: color.hex, opacity: color.opacity * opacity };
}

/** In the order of their offsets; undefined where there is none. */
function stopsOf({ stops }: JsonObject, lookups: Lookups): readonly Stop[] | undefined {
  if (!Array.isArray(stops)) return undefined;
  const read = stops.slice(0, mostStops).flatMap((stop: unknown): Stop[] => {
    if (!isObject(stop)) return [];
    const color = readColor(resolveToken(stop.color, lookups));
    return color === undefined ? [] : [{ ...color, offset: fraction(stop.offset, 0) }];
  });
  return read.length === 0 ? undefined : read.sort((one, other) => one.offset - other.offset);
}

/** Whether nothing can be seen through it. */
export function isOpaque(paint: Paint): boolean {
  return paint.kind === "solid" ? paint.opacity === 1 : paint.stops.every(({ opacity }) => opacity === 1);
}

/** A number from 0 to 1. */
export function fraction(value: unknown, absent: number): number {
  return within(numberOf(value) ?? absent, 0, 1);
}
