import type { JsonObject } from "../../src/drawing/index.ts";

const types = ["rectangle", "ellipse", "text", "path", "rectangle"] as const;
const colors = ["#14213D", "#F4A259", "#5B2A86", "#4DB6A9"];

/** A page of frames with a hundred nodes in each, of every painted type. */
export function pageOfNodes(count: number): JsonObject {
  const frames = Math.ceil(count / 100);
  const columns = Math.ceil(Math.sqrt(frames));
  return {
    id: "many",
    name: "Many",
    children: Array.from({ length: frames }, (_, frame) => ({
      id: `f${frame}`,
      type: "frame",
      name: `Frame ${frame}`,
      x: (frame % columns) * 320,
      y: Math.floor(frame / columns) * 320,
      width: 310,
      height: 310,
      cornerRadius: 8,
      fill: "#FFF6E5",
      children: Array.from({ length: 99 }, (_, index) => nodeOf(frame, index)),
    })),
  };
}

function nodeOf(frame: number, index: number): JsonObject {
  const color = colors[(frame + index) % colors.length];
  return {
    id: `n${frame}-${index}`,
    type: types[index % types.length],
    name: `Node ${index}`,
    x: 5 + (index % 10) * 30,
    y: 5 + Math.floor(index / 10) * 30,
    width: 26,
    height: 26,
    rotation: index % 7 === 0 ? 10 : 0,
    fill:
      index % 9 === 0
        ? {
            type: "linear",
            angle: 45,
            stops: [
              { offset: 0, color: "#F4A259" },
              { offset: 1, color },
            ],
          }
        : color,
    cornerRadius: 4,
    text: `Stall ${index}`,
    fontSize: 8,
    d: "M0 26C4 2 20 2 26 26z",
  };
}
