import { boxShape, cornerOf, ownBox } from "./boxShape.ts";
import { type JsonObject, textOf } from "./fields.ts";
import { stroked } from "./painted.ts";
import type { Pen } from "./pen.ts";
import { missingImage } from "./placeholder.ts";
import { movedBy, type Point } from "./rect.ts";
import { element, type SvgNode } from "./svgNode.ts";

/** A file of `assets/`: its SHA-256 and its ending. Nothing else is ever asked for. */
const assetName = /^[0-9a-f]{64}\.[a-z0-9]{1,8}$/;

const ratios: ReadonlyMap<unknown, string> = new Map([
  ["contain", "xMidYMid meet"],
  ["fill", "none"],
]);

/** The image with its top left corner at a place. */
export function drawImage(node: JsonObject, at: Point, pen: Pen): readonly SvgNode[] {
  const box = movedBy(ownBox(node), at);
  if (box.width === 0 || box.height === 0) return [];
  const shape = boxShape(box, node.cornerRadius, pen);
  const picture = pictureOf(node, pen);
  const content =
    picture === undefined
      ? missingImage(box)
      : [
          element("image", {
            ...cornerOf(box),
            width: box.width,
            height: box.height,
            preserveAspectRatio: ratios.get(node.fit) ?? "xMidYMid slice",
            href: picture,
          }),
        ];
  return [
    ...clipped(content, node.cornerRadius === undefined ? undefined : shape, pen),
    ...stroked(shape, box, node, pen),
  ];
}

function pictureOf(node: JsonObject, pen: Pen): string | undefined {
  const asset = textOf(node.asset);
  return asset !== undefined && assetName.test(asset) ? pen.lookups.assetUrl(asset) : undefined;
}

/** The content cut off at the shape's edge, or as it is where there is no shape. */
export function clipped(
  content: readonly SvgNode[],
  shape: ReturnType<typeof boxShape> | undefined,
  pen: Pen,
): readonly SvgNode[] {
  if (shape === undefined || content.length === 0) return content;
  const id = pen.memory.newId();
  return [
    element("defs", {}, [element("clipPath", { id }, [element(shape.tag, shape.attributes)])]),
    element("g", { "clip-path": `url(#${id})` }, content),
  ];
}
