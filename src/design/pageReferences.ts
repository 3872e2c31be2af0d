import { isObject, type JsonObject } from "./json.ts";

/** How deep instances may lead to components that hold instances. */
const deepest = 200;

/** The nodes that the instances in a page show, directly and through each other, by id. `find` gives a node by its id. */
export function componentsIn(page: unknown, find: (id: string) => JsonObject | undefined): Record<string, JsonObject> {
  const components = new Map<string, JsonObject>();
  const waiting: unknown[] = [page];
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    for (const node of nodesIn(next)) {
      const { component } = node;
      if (node.type !== "instance" || typeof component !== "string" || components.has(component)) continue;
      const found = find(component);
      if (found === undefined) continue;
      components.set(component, found);
      waiting.push(found);
    }
  }
  return Object.fromEntries(components);
}

/** The names of the image files that nodes show, each once. What instances override counts too. */
export function assetsIn(roots: readonly unknown[]): string[] {
  const names = new Set<string>();
  for (const node of roots.flatMap((root) => [...nodesIn(root)])) {
    const overrides = isObject(node.overrides) ? Object.values(node.overrides) : [];
    for (const { asset } of [node, ...overrides.filter(isObject)]) if (isAssetName(asset)) names.add(asset);
  }
  return [...names];
}

/** An image in `assets/` is named by the SHA-256 of its bytes (DOC-1): nothing else is a name, and no name leads elsewhere. */
export function isAssetName(value: unknown): value is string {
  return typeof value === "string" && /^[0-9a-f]{64}\.[a-z0-9]{1,5}$/.test(value);
}

function* nodesIn(root: unknown): Generator<JsonObject> {
  const waiting: { node: unknown; depth: number }[] = [{ node: root, depth: 0 }];
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    const { node, depth } = next;
    if (!isObject(node)) continue;
    yield node;
    if (!Array.isArray(node.children) || depth >= deepest) continue;
    for (const child of node.children.toReversed()) waiting.push({ node: child, depth: depth + 1 });
  }
}
