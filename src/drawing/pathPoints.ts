import type { PathCommand } from "./pathData.ts";
import type { Point } from "./rect.ts";

/** How finely arcs are followed. */
const arcSteps = 32;

/** Points whose box is the path's: the ends of its pieces, and where its curves turn back. */
export function pathPoints(commands: readonly PathCommand[]): readonly Point[] {
  const points: Point[] = [];
  let here: Point = { x: 0, y: 0 };
  let start = here;
  /** The last control point, which S and T mirror. */
  let control = { of: "", at: here };
  for (const { letter, values } of commands) {
    const kind = letter.toLowerCase();
    const from = here;
    const base = letter === kind ? from : { x: 0, y: 0 };
    const at = (index: number): Point => ({ x: base.x + (values[index] ?? 0), y: base.y + (values[index + 1] ?? 0) });
    const mirrored = (of: string): Point =>
      control.of === of ? { x: 2 * from.x - control.at.x, y: 2 * from.y - control.at.y } : from;
    let curve: Cubic | undefined;
    switch (kind) {
      case "h":
        here = { x: base.x + (values[0] ?? 0), y: from.y };
        break;
      case "v":
        here = { x: from.x, y: base.y + (values[0] ?? 0) };
        break;
      case "c":
        curve = [from, at(0), at(2), at(4)];
        control = { of: "c", at: at(2) };
        break;
      case "s":
        curve = [from, mirrored("c"), at(0), at(2)];
        control = { of: "c", at: at(0) };
        break;
      case "q":
        curve = raised(from, at(0), at(2));
        control = { of: "q", at: at(0) };
        break;
      case "t": {
        const middle = mirrored("q");
        curve = raised(from, middle, at(0));
        control = { of: "q", at: middle };
        break;
      }
      case "a":
        here = at(5);
        points.push(...arcPoints(from, here, values));
        break;
      case "z":
        here = start;
        break;
      default:
        here = at(0);
    }
    if (curve === undefined) control = { of: "", at: here };
    else {
      here = curve[3];
      turningPoints(curve, points);
    }
    if (kind === "m") start = here;
    points.push(here);
  }
  return points;
}

/** A Bézier curve by its two ends and the two points between that draw it. */
type Cubic = readonly [Point, Point, Point, Point];

/** The same curve with one point more between its ends. */
function raised(from: Point, middle: Point, to: Point): Cubic {
  const towards = (end: Point) => ({
    x: end.x + ((middle.x - end.x) * 2) / 3,
    y: end.y + ((middle.y - end.y) * 2) / 3,
  });
  return [from, towards(from), towards(to), to];
}

/** Where the curve goes furthest to a side: where it stands still along an axis. */
function turningPoints(curve: Cubic, points: Point[]): void {
  const [a, b, c, d] = curve;
  for (const part of [...stillAt(a.x, b.x, c.x, d.x), ...stillAt(a.y, b.y, c.y, d.y)]) {
    points.push({ x: valueAt(part, a.x, b.x, c.x, d.x), y: valueAt(part, a.y, b.y, c.y, d.y) });
  }
}

function stillAt(a: number, b: number, c: number, d: number): readonly number[] {
  const [low, high] = [Math.min(a, d), Math.max(a, d)];
  if (b >= low && b <= high && c >= low && c <= high) return [];
  const [square, linear, constant] = [d - 3 * c + 3 * b - a, 2 * (c - 2 * b + a), b - a];
  if (Math.abs(square) < 1e-9) return [-constant / linear].filter(isWithin);
  const root = Math.sqrt(linear * linear - 4 * square * constant);
  return [(-linear + root) / (2 * square), (-linear - root) / (2 * square)].filter(isWithin);
}

function isWithin(part: number): boolean {
  return part > 0 && part < 1;
}

function valueAt(part: number, a: number, b: number, c: number, d: number): number {
  const rest = 1 - part;
  return rest ** 3 * a + 3 * rest * rest * part * b + 3 * rest * part * part * c + part ** 3 * d;
}

/** Along an elliptical arc, by SVG's own conversion from end points to a centre. */
function arcPoints(from: Point, to: Point, values: readonly number[]): Point[] {
  const [givenX = 0, givenY = 0, degrees = 0, large = 0, sweep = 0] = values;
  let [rx, ry] = [Math.abs(givenX), Math.abs(givenY)];
  if (rx === 0 || ry === 0 || (from.x === to.x && from.y === to.y)) return [];
  const [cos, sin] = [Math.cos((degrees * Math.PI) / 180), Math.sin((degrees * Math.PI) / 180)];
  const [halfX, halfY] = [(from.x - to.x) / 2, (from.y - to.y) / 2];
  const [x, y] = [cos * halfX + sin * halfY, cos * halfY - sin * halfX];
  const excess = (x * x) / (rx * rx) + (y * y) / (ry * ry);
  if (excess > 1) {
    rx *= Math.sqrt(excess);
    ry *= Math.sqrt(excess);
  }
  const squares = rx * rx * y * y + ry * ry * x * x;
  const root = Math.sqrt(Math.max((rx * rx * ry * ry - squares) / squares, 0)) * (large === sweep ? -1 : 1);
  const [centreX, centreY] = [(root * rx * y) / ry, (-root * ry * x) / rx];
  const begin = Math.atan2((y - centreY) / ry, (x - centreX) / rx);
  let turn = Math.atan2((-y - centreY) / ry, (-x - centreX) / rx) - begin;
  if (sweep === 1 && turn < 0) turn += 2 * Math.PI;
  if (sweep === 0 && turn > 0) turn -= 2 * Math.PI;
  const [middleX, middleY] = [(from.x + to.x) / 2, (from.y + to.y) / 2];
  return Array.from({ length: arcSteps - 1 }, (_, step) => {
    const angle = begin + (turn * (step + 1)) / arcSteps;
    const [alongX, alongY] = [centreX + rx * Math.cos(angle), centreY + ry * Math.sin(angle)];
    return { x: middleX + cos * alongX - sin * alongY, y: middleY + sin * alongX + cos * alongY };
  });
}
