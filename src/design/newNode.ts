import { checkValue, type FieldOwner } from "./checkFields.ts";
import { isObject, type JsonObject } from "./json.ts";
import { deepestNesting } from "./limits.ts";
import { documentId, quote, shownName } from "./names.ts";
import { mayHoldChildren } from "./nodeFields.ts";
import { refuse } from "./refusal.ts";

/** Where a node is to be put. */
export interface NewNodePlace {
  readonly kind: "page" | "node";
  /** How deep it will lie: a page is 1. */
  readonly level: number;
  readonly isTaken: (id: string) => boolean;
  /** Makes an id that nothing has and that isn't `chosen`, which it joins. */
  readonly freeId: (chosen: Set<string>) => string;
}

/** Checks a node that an operation brings, with its children, and gives an id to those that have none. */
export function prepareNode(node: JsonObject, place: NewNodePlace): JsonObject {
  const chosen = new Set<string>();
  checkNode(node, place.kind, place.level, place.isTaken, chosen);
  return withIds(node, () => place.freeId(chosen));
}

function checkNode(
  node: JsonObject,
  kind: "page" | "node",
  level: number,
  isTaken: (id: string) => boolean,
  chosen: Set<string>,
): void {
  checkType(node, kind);
  checkLevel(level);
  checkId(node, isTaken, chosen);
  const called = `the new ${kind} ${quote(shownName(node))}`;
  const owner: FieldOwner = { kind, type: node.type, called };
  for (const [key, value] of Object.entries(node)) {
    if (key !== "id" && key !== "type" && key !== "children") checkValue(owner, key, value);
  }
  for (const child of newChildren(node, called)) checkNode(child, "node", level + 1, isTaken, chosen);
}

/** Refuses a node that would lie too deep; `level` is that of its page's children and deeper, the page itself being 1. */
export function checkLevel(level: number): void {
  if (level <= deepestNesting + 1) return;
  refuse(`The nodes would be nested more than ${deepestNesting} levels deep. Put them higher up.`);
}

function checkType({ type }: JsonObject, kind: "page" | "node"): void {
  if (kind === "page") {
    if (type === undefined || type === "page") return;
    refuse(
      `The document holds pages only, and a page has no "type" ${quote(type)}. Name a page or a node as the "parent", ` +
        'or give a page: {"name":…,"children":[…]}.',
    );
  }
  if (type === undefined) refuse('A node needs a "type", such as "frame", "rectangle" or "text".');
  if (typeof type !== "string" || type === "") {
    refuse(`The "type" of a node can't be ${quote(type)}: it must be text, such as "frame", "rectangle" or "text".`);
  }
  if (type === "page") refuse('A page can only stand in the document: insert it with the "parent" "document".');
}

function checkId({ id }: JsonObject, isTaken: (id: string) => boolean, chosen: Set<string>): void {
  if (id === undefined) return;
  if (typeof id !== "string" || id === "") {
    refuse(`The "id" of a new node can't be ${quote(id)}: it must be text, or left out to have one made.`);
  }
  if (id === documentId) refuse(`The "id" "${documentId}" stands for the document itself. Choose another one.`);
  if (isTaken(id)) refuse(`The "id" ${quote(id)} is taken. Choose another one, or leave it out to have one made.`);
  if (chosen.has(id)) refuse(`The "id" ${quote(id)} is given to two of the new nodes.`);
  chosen.add(id);
}

function newChildren(node: JsonObject, called: string): readonly JsonObject[] {
  const { type, children } = node;
  if (children === undefined) return [];
  if (!Array.isArray(children))
    refuse(`"children" of ${called} can't be ${quote(children)}: it must be a list of nodes.`);
  if (!mayHoldChildren(type) && children.length > 0) {
    refuse(`A ${String(type)} can't hold children. Put it and them into a frame or a group.`);
  }
  return children.map((child: unknown) =>
    isObject(child)
      ? child
      : refuse(`"children" of ${called} holds ${quote(child)} where a node, an object, is expected.`),
  );
}

/** An id that is made comes first. */
function withIds(node: JsonObject, newId: () => string): JsonObject {
  const id = node.id ?? newId();
  const entries = Object.entries(node).map(([key, value]): [string, unknown] =>
    key === "children" && Array.isArray(value) ? [key, value.map((child) => withIds(child, newId))] : [key, value],
  );
  return Object.fromEntries(node.id === undefined ? [["id", id], ...entries] : entries);
}
