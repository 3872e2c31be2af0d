import fc from "fast-check";

/** Texts that try to leave their place, to run something or to load something. */
export const hostileTexts = [
  '"><script>alert(1)</script>',
  "</text></svg><script>1</script>",
  "' onload='alert(1)",
  '" onmouseover="alert(1)',
  "url(https://example.com/x.svg#a)",
  "url(#drawing-1)",
  "javascript:alert(1)",
  "#fff;background:url(//example.com)",
  "&#60;script&#62;",
  "]]><!--",
  "<!DOCTYPE svg [<!ENTITY a 'b'>]>",
  "\u0000\u0007\u001b\u0085\u2028\ud800x\ufffe",
  "M0 0 L1e999 -1e999 Z",
  "M0,0 url(https://example.com)",
  "$a.b",
  "$__proto__.constructor",
  "../../etc/passwd",
  `${"0".repeat(64)}.png`,
  "a",
  "b",
  "",
];

const anyText = fc.oneof(fc.constantFrom(...hostileTexts), fc.string({ unit: "binary", maxLength: 20 }));
const anyNumber = fc.oneof(
  fc.double(),
  fc.constantFrom(0, -1, Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY, Number.NaN, 5e-324, 1.7e308, -0, 12),
  fc.integer({ min: -200, max: 200 }),
);
const color = fc.oneof(fc.constantFrom("#abc", "#A1b2C3", "#11223344", "$a", "$a.b", "$l", "$c"), anyText);
const stops = fc.array(fc.record({ offset: anyNumber, color }, { requiredKeys: [] }), { maxLength: 4 });
const paint = fc.letrec((tie) => ({
  paint: fc.oneof(
    { depthSize: "small" },
    color,
    fc.record({ type: fc.constant("solid"), color, opacity: anyNumber }, { requiredKeys: ["type"] }),
    fc.record({ type: fc.constant("linear"), angle: anyNumber, stops }, { requiredKeys: ["type"] }),
    fc.record(
      { type: fc.constant("radial"), cx: anyNumber, cy: anyNumber, r: anyNumber, stops },
      { requiredKeys: ["type"] },
    ),
    fc.array(tie("paint"), { maxLength: 3 }),
    fc.jsonValue({ maxDepth: 2 }),
  ),
})).paint;
const pathData = fc.oneof(
  fc.stringMatching(/^M[0-9 .,eE+-]{0,12}[LlHhVvCcSsQqTtAaZz][0-9 .,+-]{0,30}$/),
  fc.string({ unit: fc.constantFrom(..."MmLlCcSsQqTtAaZz0123456789.-+eE, "), maxLength: 40 }),
  anyText,
);
const types = [
  "frame",
  "group",
  "rectangle",
  "ellipse",
  "line",
  "path",
  "text",
  "image",
  "instance",
  "chart",
  "__proto__",
];

/** Nodes that have the fields of DOC-1, with right and wrong values in them. */
export const anyNode: fc.Arbitrary<unknown> = fc.letrec((tie) => ({
  node: fc.oneof(
    { depthSize: "small", withCrossShrink: true },
    fc.jsonValue({ maxDepth: 2 }),
    fc.record(
      {
        id: fc.oneof(anyText, fc.jsonValue({ maxDepth: 1 })),
        type: fc.oneof(fc.constantFrom(...types), anyText),
        name: anyText,
        x: anyNumber,
        y: anyNumber,
        width: anyNumber,
        height: anyNumber,
        rotation: anyNumber,
        opacity: anyNumber,
        visible: fc.oneof(fc.boolean(), anyText),
        fill: paint,
        stroke: paint,
        strokeWidth: anyNumber,
        cornerRadius: fc.oneof(anyNumber, fc.array(anyNumber, { maxLength: 5 }), anyText),
        clip: fc.boolean(),
        d: pathData,
        text: anyText,
        fontFamily: anyText,
        fontSize: fc.oneof(anyNumber, anyText),
        fontWeight: anyNumber,
        fontStyle: fc.constantFrom("italic", "oblique"),
        lineHeight: anyNumber,
        letterSpacing: anyNumber,
        align: fc.constantFrom("left", "center", "right", "up"),
        verticalAlign: fc.constantFrom("middle", "bottom", "up"),
        asset: anyText,
        fit: fc.constantFrom("cover", "contain", "fill", "constructor"),
        component: fc.constantFrom("a", "b", "c", "__proto__"),
        overrides: fc.dictionary(fc.constantFrom("a", "b", "x"), fc.jsonValue({ maxDepth: 2 }), { maxKeys: 2 }),
        children: fc.oneof(fc.array(tie("node"), { maxLength: 4 }), anyText),
      },
      { requiredKeys: ["type"] },
    ),
  ),
})).node;

/** A page of such nodes, the tokens they name and the components they show. */
export const anyDesign = fc.record({
  page: fc.oneof(
    fc.record({
      id: anyText,
      name: anyText,
      width: anyNumber,
      height: anyNumber,
      background: paint,
      children: fc.array(anyNode, { maxLength: 5 }),
    }),
    fc.jsonValue(),
  ),
  tokens: fc.record({
    a: fc.oneof(paint, fc.record({ b: paint })),
    l: fc.array(paint, { maxLength: 3 }),
    c: fc.constant("$c"),
  }),
  components: fc.record({ a: anyNode, b: anyNode }),
});
