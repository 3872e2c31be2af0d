import type { DrawingContext, JsonObject } from "../../../src/drawing/index.ts";
import { contextOf, pageOf } from "./drawings.ts";

/** A page for each thing that is drawn, and what stands around it. Each has its picture in test/golden/drawing. */
export interface DrawingCase {
  readonly page: JsonObject;
  readonly context?: DrawingContext;
}

/** The image that the cases show. */
export const caseAsset = `${"0123456789abcdef".repeat(4)}.png`;
const sunset = [
  { offset: 0, color: "#F4A259" },
  { offset: 1, color: "#5B2A86" },
];
const tokens = {
  colors: { ink: "#14213D", accent: "#F4A259", glow: { type: "radial", stops: sunset } },
  brand: "$colors.accent",
  type: { display: "Georgia, serif", size: 28 },
  radius: { card: 12 },
};

const stamp: JsonObject = {
  id: "stamp",
  type: "frame",
  width: 60,
  height: 60,
  cornerRadius: 30,
  fill: "#14213D",
  children: [
    { id: "dot", type: "ellipse", x: 15, y: 15, width: 30, height: 30, fill: "#F4A259" },
    { id: "word", type: "text", x: 0, y: 22, width: 60, text: "AB", fontSize: 12, align: "center", fill: "#FFFFFF" },
  ],
};

export const cases: Readonly<Record<string, DrawingCase>> = {
  frame: {
    page: pageOf({
      id: "card",
      type: "frame",
      x: 10,
      y: 10,
      width: 120,
      height: 80,
      cornerRadius: [16, 4, 16, 4],
      fill: "#FFF6E5",
      stroke: "#14213D",
      strokeWidth: 2,
      children: [
        { id: "out", type: "ellipse", x: 70, y: 30, width: 90, height: 90, fill: "#F4A25980" },
        {
          id: "open",
          type: "frame",
          x: 10,
          y: 10,
          width: 30,
          height: 30,
          clip: false,
          fill: "#5B2A86",
          children: [{ id: "over", type: "rectangle", x: 20, y: 20, width: 20, height: 20, fill: "#14213D" }],
        },
      ],
    }),
  },
  group: {
    page: pageOf({
      id: "pair",
      type: "group",
      x: 20,
      y: 20,
      rotation: 15,
      opacity: 0.5,
      children: [
        { id: "a", type: "rectangle", width: 40, height: 40, fill: "#14213D" },
        { id: "b", type: "rectangle", x: 30, y: 30, width: 40, height: 40, fill: "#F4A259", rotation: 45 },
        { id: "hidden", type: "rectangle", width: 400, height: 400, fill: "#FF0000", visible: false },
      ],
    }),
  },
  rectangle: {
    page: pageOf(
      { id: "plain", type: "rectangle", width: 40, height: 40, fill: "#ABC" },
      {
        id: "round",
        type: "rectangle",
        x: 50,
        width: 40,
        height: 40,
        cornerRadius: 99,
        fill: "#14213DCC",
        stroke: "#000",
      },
      {
        id: "corners",
        type: "rectangle",
        x: 100,
        width: 60,
        height: 40,
        cornerRadius: [0, 20, 30, 40],
        fill: "#5B2A86",
      },
      { id: "bare", type: "rectangle", x: 170, width: 40, height: 40 },
      {
        id: "list",
        type: "rectangle",
        x: 220,
        width: 40,
        height: 40,
        fill: [
          "#FFF6E5",
          { type: "linear", angle: 90, stops: sunset },
          { type: "solid", color: "#14213D", opacity: 0.2 },
        ],
        stroke: ["#14213D", { type: "solid", color: "#F4A259", opacity: 0.5 }],
        strokeWidth: 3,
      },
    ),
  },
  gradients: {
    page: {
      ...pageOf(
        { id: "right", type: "rectangle", width: 60, height: 40, fill: { type: "linear", angle: 0, stops: sunset } },
        {
          id: "down",
          type: "rectangle",
          x: 70,
          width: 60,
          height: 40,
          fill: { type: "linear", angle: 90, stops: sunset },
        },
        {
          id: "slant",
          type: "ellipse",
          x: 140,
          width: 60,
          height: 40,
          fill: { type: "linear", angle: 45, stops: sunset },
        },
        { id: "glow", type: "ellipse", y: 50, width: 60, height: 40, fill: { type: "radial", stops: sunset } },
        {
          id: "off",
          type: "rectangle",
          x: 70,
          y: 50,
          width: 60,
          height: 40,
          fill: { type: "radial", cx: 0, cy: 1, r: 1, stops: [...sunset, { offset: 0.5, color: "#FFFFFF00" }] },
        },
        { id: "word", type: "text", x: 140, y: 50, text: "Sun", fontSize: 30, fill: { type: "linear", stops: sunset } },
        {
          id: "ray",
          type: "line",
          y: 100,
          width: 200,
          height: 0,
          stroke: { type: "linear", stops: sunset },
          strokeWidth: 4,
        },
      ),
      background: {
        type: "linear",
        angle: 90,
        stops: [
          { offset: 0, color: "#FFF" },
          { offset: 1, color: "#EEE" },
        ],
      },
    },
  },
  ellipse: {
    page: pageOf(
      {
        id: "moon",
        type: "ellipse",
        x: 10,
        y: 10,
        width: 80,
        height: 60,
        fill: "#FFF6E5",
        stroke: "#14213D",
        strokeWidth: 2,
      },
      { id: "turned", type: "ellipse", x: 100, y: 10, width: 80, height: 30, rotation: -30, fill: "#5B2A86" },
    ),
  },
  line: {
    page: pageOf(
      { id: "down", type: "line", x: 10, y: 10, width: 60, height: 40, stroke: "#14213D", strokeWidth: 3 },
      { id: "back", type: "line", x: 140, y: 50, width: -60, height: -40, stroke: "#F4A259", strokeWidth: 3 },
      { id: "turned", type: "line", x: 160, y: 10, width: 40, height: 0, rotation: 90, stroke: "#5B2A86" },
      { id: "unpainted", type: "line", x: 0, y: 0, width: 40, height: 0 },
    ),
  },
  path: {
    page: pageOf(
      { id: "wave", type: "path", d: "M0 20q20-40 40 0t40 0", stroke: "#14213D", strokeWidth: 2 },
      { id: "leaf", type: "path", x: 100, d: "M0,20 C10,0 30,0 40,20 S 10 40 0 20 Z", fill: "#2A9D8F" },
      {
        id: "pie",
        type: "path",
        x: 160,
        d: "M20 20V0A20 20 0 1140 20z",
        fill: "#F4A259",
        width: 40,
        height: 40,
        rotation: 90,
      },
      { id: "cut", type: "path", x: 220, d: "M0 0L20 0L20 20 L oops", fill: "#14213D" },
      { id: "until", type: "path", x: 250, d: "M0 0H20V20 L 5 Z", fill: "#14213D" },
    ),
  },
  text: {
    page: pageOf(
      { id: "plain", type: "text", text: "Night Market" },
      {
        id: "wrapped",
        type: "text",
        y: 30,
        width: 120,
        text: "Every Friday in June, from six\n\nHarbour Square & <quay>",
        fontFamily: "Georgia, 'Times New Roman', serif",
        fontSize: 14,
        fontWeight: 700,
        fontStyle: "italic",
        lineHeight: 1.5,
        letterSpacing: 0.5,
        fill: "#14213D",
      },
      {
        id: "centre",
        type: "text",
        x: 140,
        y: 30,
        width: 120,
        height: 100,
        text: "in the\nmiddle",
        align: "center",
        verticalAlign: "middle",
      },
      {
        id: "right",
        type: "text",
        x: 270,
        y: 30,
        width: 120,
        height: 100,
        text: "at the\nend",
        align: "right",
        verticalAlign: "bottom",
        letterSpacing: 2,
      },
      { id: "long", type: "text", y: 150, width: 60, text: "Donaudampfschifffahrt", fontSize: 14 },
      {
        id: "cjk",
        type: "text",
        x: 80,
        y: 150,
        width: 70,
        text: "夜市は、毎週金曜日の六時から「港の広場」で。",
        fontSize: 14,
      },
      { id: "spaced", type: "text", x: 300, y: 150, text: "a  wide   gap", fontSize: 14 },
      { id: "outlined", type: "text", x: 170, y: 150, text: "Outline", fontSize: 30, fill: [], stroke: "#5B2A86" },
    ),
  },
  image: {
    page: pageOf(
      { id: "cover", type: "image", asset: caseAsset, width: 60, height: 40 },
      {
        id: "contain",
        type: "image",
        asset: caseAsset,
        x: 70,
        width: 60,
        height: 40,
        fit: "contain",
        cornerRadius: 8,
        stroke: "#14213D",
      },
      { id: "fill", type: "image", asset: caseAsset, x: 140, width: 60, height: 40, fit: "fill", opacity: 0.5 },
      { id: "gone", type: "image", asset: "f".repeat(64), x: 210, width: 60, height: 40, cornerRadius: 8 },
      { id: "outside", type: "image", asset: "https://example.com/picture.png", x: 280, width: 60, height: 40 },
    ),
    context: contextOf({ assetUrl: (name) => `assets/${name}` }),
  },
  instance: {
    page: pageOf(
      { id: "first", type: "instance", component: "stamp" },
      {
        id: "second",
        type: "instance",
        component: "stamp",
        x: 80,
        rotation: 20,
        opacity: 0.8,
        overrides: { dot: { fill: "#2A9D8F", id: "other" }, word: { text: "CD" } },
      },
      { id: "wide", type: "instance", component: "stamp", x: 160, width: 90 },
      { id: "missing", type: "instance", component: "nobody", x: 260, width: 90, height: 60 },
      { id: "circle", type: "instance", component: "loop", x: 360 },
    ),
    context: contextOf({
      component: (id) =>
        id === "stamp"
          ? stamp
          : id === "loop"
            ? { id: "loop", type: "group", children: [{ id: "again", type: "instance", component: "loop" }] }
            : undefined,
    }),
  },
  unknown: {
    page: pageOf(
      {
        id: "chart",
        type: "chart",
        name: "Visitors per evening",
        x: 10,
        y: 10,
        width: 160,
        height: 90,
        children: [{ id: "bar", type: "rectangle", x: 10, y: 50, width: 20, height: 30, fill: "#F4A259" }],
      },
      { id: "small", type: "pin", x: 180, y: 10 },
      { id: "untyped", x: 180, y: 40, width: 60, height: 24 },
    ),
  },
  tokens: {
    page: pageOf(
      { id: "paint", type: "rectangle", width: 60, height: 40, fill: "$brand", cornerRadius: "$radius.card" },
      { id: "glow", type: "rectangle", x: 70, width: 60, height: 40, fill: ["$colors.ink", "$colors.glow"] },
      {
        id: "stop",
        type: "rectangle",
        x: 140,
        width: 60,
        height: 40,
        cornerRadius: ["$radius.card", 0, 0, "$radius.card"],
        fill: {
          type: "linear",
          stops: [
            { offset: 0, color: "$colors.ink" },
            { offset: 1, color: "$brand" },
          ],
        },
      },
      {
        id: "type",
        type: "text",
        y: 50,
        text: "Display",
        fontFamily: "$type.display",
        fontSize: "$type.size",
        fill: "$colors.ink",
      },
      {
        id: "nowhere",
        type: "rectangle",
        x: 140,
        y: 50,
        width: 60,
        height: 40,
        fill: "$colors.none",
        stroke: "$colors.ink",
      },
    ),
    context: contextOf({ tokens }),
  },
  page: {
    page: {
      ...pageOf({ id: "sheet", type: "rectangle", x: 20, y: 20, width: 300, height: 20, fill: "#14213D" }),
      width: 200,
      height: 100,
      background: "#FFF6E5",
    },
  },
  empty: { page: pageOf() },
};
