/** The operations as they would be on plain objects that nobody has to keep the spelling of. */

export type PlainObject = { [key: string]: unknown };

export type PlainOperation =
  | { op: "insert"; parent: string; index?: number; node: PlainObject }
  | { op: "update"; id: string; set?: PlainObject; unset?: string[] }
  | { op: "delete"; id: string }
  | { op: "move"; id: string; parent: string; index?: number }
  | { op: "copy"; id: string; parent?: string; index?: number; set?: PlainObject }
  | { op: "replace"; id: string; node: PlainObject };

/** A page or node, and the list that it stands in. */
export interface Standing {
  readonly node: PlainObject;
  readonly parent: PlainObject;
  readonly list: unknown[];
}

export function isPlainObject(value: unknown): value is PlainObject {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** All pages and nodes in the document's order. */
export function standings(root: PlainObject): Standing[] {
  const found: Standing[] = [];
  const walk = (parent: PlainObject, key: string) => {
    const list: unknown = parent[key];
    if (!Array.isArray(list)) return;
    for (const node of list) {
      if (!isPlainObject(node)) continue;
      found.push({ node, parent, list });
      walk(node, "children");
    }
  };
  walk(root, "pages");
  return found;
}

export function standing(root: PlainObject, id: string): Standing {
  const found = standings(root).find(({ node }) => node.id === id);
  if (found === undefined) throw new Error(`No ${id}`);
  return found;
}

/** Changes `root`. The operation must be a good one. */
export function applyPlain(root: PlainObject, operation: PlainOperation, newId: () => string): void {
  const { op } = operation;
  if (op === "insert") {
    put(root, operation.parent, operation.index, withIds(structuredClone(operation.node), newId));
  } else if (op === "update") {
    const node = operation.id === "document" ? root : standing(root, operation.id).node;
    for (const key of operation.unset ?? []) delete node[key];
    Object.assign(node, structuredClone(operation.set ?? {}));
  } else if (op === "delete") {
    take(root, operation.id);
  } else if (op === "move") {
    put(root, operation.parent, operation.index, take(root, operation.id));
  } else if (op === "copy") {
    const { node, list } = standing(root, operation.id);
    const copied = Object.assign(withNewIds(structuredClone(node), newId), structuredClone(operation.set ?? {}));
    if (operation.parent !== undefined) put(root, operation.parent, operation.index, copied);
    else list.splice(operation.index ?? list.indexOf(node) + 1, 0, copied);
  } else {
    const { list, node } = standing(root, operation.id);
    list[list.indexOf(node)] = withIds({ ...structuredClone(operation.node), id: operation.id }, newId);
  }
}

function put(root: PlainObject, parentId: string, index: number | undefined, node: PlainObject): void {
  const [parent, key] = parentId === "document" ? [root, "pages"] : [standing(root, parentId).node, "children"];
  if (!Array.isArray(parent[key])) parent[key] = [];
  const list = parent[key] as unknown[];
  list.splice(index ?? list.length, 0, node);
}

function take(root: PlainObject, id: string): PlainObject {
  const { list, node } = standing(root, id);
  list.splice(list.indexOf(node), 1);
  return node;
}

function withIds(node: PlainObject, newId: () => string): PlainObject {
  node.id ??= newId();
  for (const child of childrenOf(node)) withIds(child, newId);
  return node;
}

function withNewIds(node: PlainObject, newId: () => string): PlainObject {
  node.id = newId();
  for (const child of childrenOf(node)) withNewIds(child, newId);
  return node;
}

function childrenOf(node: PlainObject): PlainObject[] {
  return Array.isArray(node.children) ? node.children.filter(isPlainObject) : [];
}
