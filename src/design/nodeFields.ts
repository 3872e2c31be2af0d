/**
 * The fields that we understand (DOC-1), with the values that operations may give them. Other fields are the file's own
 * and take any value. A field that reads as missing because its value is of another kind is never written by us.
 */

import * as z from "zod";
import { isAssetName } from "./pageReferences.ts";

interface Field {
  readonly form: z.ZodType;
  /** What the value must be, to follow "it must be". */
  readonly expected: string;
}

const anyText = z.string();
const anyNumber = z.number();
const fraction = z.number().min(0).max(1);
const token = z.string().regex(/^\$./u);
const color = z.string().regex(/^#(?:[0-9a-f]{3}|[0-9a-f]{6}|[0-9a-f]{8})$/i);
const colorOrToken = z.union([color, token]);
const stops = z.array(z.looseObject({ offset: fraction, color: colorOrToken })).min(1);
const paint = z.union([
  colorOrToken,
  z.looseObject({ type: z.literal("solid"), color: colorOrToken, opacity: z.exactOptional(fraction) }),
  z.looseObject({ type: z.literal("linear"), angle: z.exactOptional(anyNumber), stops }),
  z.looseObject({
    type: z.literal("radial"),
    stops,
    cx: z.exactOptional(anyNumber),
    cy: z.exactOptional(anyNumber),
    r: z.exactOptional(anyNumber),
  }),
]);

const text: Field = { form: anyText, expected: "text" };
const number: Field = { form: anyNumber, expected: "a number" };
const truth: Field = { form: z.boolean(), expected: "true or false" };
const numberOrToken: Field = {
  form: z.union([anyNumber, token]),
  expected: 'a number, or a token such as "$sizes.title"',
};
const paints: Field = {
  form: z.union([paint, z.array(paint)]),
  expected:
    'a paint: a colour as "#RRGGBB" or "#RRGGBBAA", a token such as "$colors.accent", {"type":"solid","color":…}, ' +
    '{"type":"linear","angle":90,"stops":[{"offset":0,"color":…},…]}, {"type":"radial","stops":[…]}, or a list of these',
};

function oneOf(...words: readonly string[]): Field {
  return { form: z.enum(words), expected: `one of ${words.map((word) => `"${word}"`).join(", ")}` };
}

const ofEveryNode: Readonly<Record<string, Field>> = {
  name: text,
  x: number,
  y: number,
  width: number,
  height: number,
  rotation: { ...number, expected: "a number of degrees" },
  opacity: { form: fraction, expected: "a number from 0 to 1" },
  visible: truth,
  fill: paints,
  stroke: paints,
  strokeWidth: number,
  cornerRadius: {
    form: z.union([anyNumber, token, z.array(anyNumber).length(4)]),
    expected: "a number, a list of four (top left, top right, bottom right, bottom left), or a token",
  },
};

const ofType: Readonly<Record<string, Readonly<Record<string, Field>>>> = {
  frame: { clip: truth },
  group: {},
  rectangle: {},
  ellipse: {},
  line: {},
  path: {
    d: {
      form: z.string().regex(/^[MZLHVCSQTAE\d\s,.+-]*$/i),
      expected: 'SVG path data as text, such as "M0 0L10 10Z"',
    },
  },
  text: {
    text,
    fontFamily: { ...text, expected: "text: the name of a font, or a token" },
    fontSize: numberOrToken,
    fontWeight: { ...number, expected: "a number such as 400 or 700" },
    fontStyle: oneOf("normal", "italic"),
    lineHeight: { ...number, expected: "a number: a multiple of the font size" },
    letterSpacing: number,
    align: oneOf("left", "center", "right"),
    verticalAlign: oneOf("top", "middle", "bottom"),
  },
  image: {
    asset: {
      form: z.custom(isAssetName),
      expected: 'the name of a file in assets/: "<64 hexadecimal digits>.png"',
    },
    fit: oneOf("cover", "contain", "fill"),
  },
  instance: {
    component: { form: z.string().min(1), expected: "the id of a node, as text" },
    overrides: {
      form: z.record(z.string(), z.record(z.string(), z.unknown())),
      expected: 'an object such as {"<id inside the component>":{"text":"…"}}',
    },
  },
};

const ofPages: Readonly<Record<string, Field>> = { name: text, width: number, height: number, background: paints };

const ofTheDocument: Readonly<Record<string, Field>> = {
  name: text,
  designSystem: { form: z.record(z.string(), z.unknown()), expected: "an object of tokens" },
};

/** The types of nodes that hold no children; nodes of other types, unknown ones too, may. */
const withoutChildren: ReadonlySet<unknown> = new Set([
  "rectangle",
  "ellipse",
  "line",
  "path",
  "text",
  "image",
  "instance",
]);

export const nodeTypes: readonly string[] = Object.keys(ofType);

/** The fields that we understand of the document, of a page, or of a node of this type. */
export function knownFields(kind: "document" | "page" | "node", type: unknown): Readonly<Record<string, Field>> {
  if (kind === "document") return ofTheDocument;
  if (kind === "page") return ofPages;
  return { ...ofEveryNode, ...(typeof type === "string" && Object.hasOwn(ofType, type) ? ofType[type] : {}) };
}

export function mayHoldChildren(type: unknown): boolean {
  return !withoutChildren.has(type);
}
