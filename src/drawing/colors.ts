/** A colour as SVG takes it: six hexadecimal digits, and how opaque it is, 0 to 1. */
export interface Color {
  readonly hex: string;
  readonly opacity: number;
}

const forms = /^#(?:[0-9a-f]{3}|[0-9a-f]{6}|[0-9a-f]{8})$/i;

/** `#RGB`, `#RRGGBB` or `#RRGGBBAA`; undefined for everything else. */
export function readColor(value: unknown): Color | undefined {
  if (typeof value !== "string" || !forms.test(value)) return undefined;
  const digits = value.slice(1).toLowerCase();
  if (digits.length === 3) return { hex: `#${[...digits].map((digit) => digit + digit).join("")}`, opacity: 1 };
  const opacity = digits.length === 8 ? Number.parseInt(digits.slice(6), 16) / 255 : 1;
  return { hex: `#${digits.slice(0, 6)}`, opacity };
}
