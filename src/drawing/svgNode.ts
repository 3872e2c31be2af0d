/** One element of a drawing: plain data that becomes DOM in the panel and text elsewhere. `attributes` hold raw values; whoever writes them out escapes them. */
export interface SvgNode {
  readonly tag: string;
  readonly attributes: Readonly<Record<string, string>>;
  readonly children: readonly (SvgNode | string)[];
}

const nothing: readonly SvgNode[] = [];

export type Attributes = Readonly<Record<string, string | number | undefined>>;

/** Attributes that are undefined are left out; numbers are written so that they are always finite and short. */
export function element(
  tag: string,
  attributes: Attributes,
  children: readonly (SvgNode | string)[] = nothing,
  more?: Attributes,
): SvgNode {
  const written: Record<string, string> = {};
  write(attributes, written);
  if (more !== undefined) write(more, written);
  return { tag, attributes: written, children };
}

function write(attributes: Attributes, written: Record<string, string>): void {
  for (const name in attributes) {
    const value = attributes[name];
    if (value !== undefined) written[name] = typeof value === "number" ? formatNumber(value) : value;
  }
}

/** At most three decimals, never an exponent, never NaN or Infinity. */
export function formatNumber(value: number): string {
  const rounded = Math.round(limited(value) * 1000) / 1000;
  return String(rounded === 0 ? 0 : rounded);
}

/** No coordinate of a drawing is further out than this. */
const farthest = 1e6;

/** The number within ±1,000,000; 0 for what isn't one. */
export function limited(value: number): number {
  return Number.isNaN(value) ? 0 : Math.min(Math.max(value, -farthest), farthest);
}
