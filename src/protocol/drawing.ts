/**
 * What the panel draws: one page of document.json as it is, with what its nodes refer to. It comes whole once and then
 * as the differences between two versions, so that an edit of one node costs that node.
 */
import * as z from "zod/mini";

/** A JSON object of document.json, kept as it is: the drawing decides what it means. */
const jsonObject = z.record(z.string(), z.unknown());
export type JsonObject = Readonly<Record<string, unknown>>;

const index = z.number().check(z.int(), z.nonnegative());
/** The way down from the page: a place among the children at each level. */
const path = z.array(index);

export const drawingChange = z.discriminatedUnion("op", [
  /** Sets fields of a node or the page, all but its children, and takes some away. */
  z.object({ op: z.literal("fields"), path, set: jsonObject, unset: z.array(z.string()) }),
  /** Takes some children out at a place, and puts others there. */
  z.object({ op: z.literal("children"), path, at: index, remove: index, insert: z.array(z.unknown()) }),
]);
export type DrawingChange = z.infer<typeof drawingChange>;

/** What a page's nodes refer to: the design system's tokens, and the nodes that instances show, by id. */
const references = { tokens: z.optional(jsonObject), components: z.record(z.string(), jsonObject) };

/** `revision` names the version of the document; `page` is absent where there is none. */
export const drawing = z.object({ revision: z.number(), page: z.optional(jsonObject), ...references });
export type Drawing = z.infer<typeof drawing>;

/** A newer version: the page whole, or the changes since the version that was asked from. */
export const drawingUpdate = z.discriminatedUnion("kind", [
  z.object({ kind: z.literal("whole"), drawing }),
  z.object({ kind: z.literal("changes"), revision: z.number(), changes: z.array(drawingChange), ...references }),
]);
export type DrawingUpdate = z.infer<typeof drawingUpdate>;

/** The page after the changes, every untouched node the same object as before; undefined when one doesn't fit. */
export function applyDrawingChanges(page: JsonObject, changes: readonly DrawingChange[]): JsonObject | undefined {
  let current: JsonObject | undefined = page;
  for (const change of changes) current = current && changeAt(current, change.path, change);
  return current;
}

function changeAt(node: JsonObject, way: readonly number[], change: DrawingChange): JsonObject | undefined {
  const [place, ...rest] = way;
  if (place === undefined) return change.op === "fields" ? withFields(node, change) : withChildren(node, change);
  const children = childrenOf(node);
  const child = children[place];
  if (!isJsonObject(child)) return undefined;
  const next = changeAt(child, rest, change);
  return next && { ...node, children: children.with(place, next) };
}

function withFields(node: JsonObject, { set, unset }: Extract<DrawingChange, { op: "fields" }>): JsonObject {
  const kept = Object.entries(node).filter(([key]) => !unset.includes(key));
  return { ...Object.fromEntries(kept), ...set };
}

function withChildren(
  node: JsonObject,
  { at, remove, insert }: Extract<DrawingChange, { op: "children" }>,
): JsonObject | undefined {
  const children = childrenOf(node);
  if (at + remove > children.length) return undefined;
  return { ...node, children: [...children.slice(0, at), ...insert, ...children.slice(at + remove)] };
}

/** The nodes in a node or a page, as the list that document.json holds. */
export function childrenOf(node: JsonObject): readonly unknown[] {
  return Array.isArray(node.children) ? node.children : [];
}

export function isJsonObject(value: unknown): value is JsonObject {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
