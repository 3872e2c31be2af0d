import { type Choose, chooser } from "./oddSpelling.ts";
import { type PlainObject, type PlainOperation, type Standing, standings } from "./plainModel.ts";

const containers = ["frame", "group", "widget"];
const leaves = ["rectangle", "text", "ellipse"];
const texts = ["", "Title", "line\nbreak", 'a "quoted" \\ word', "🎨", "ü", "\u0000", "</b>"];

/** `a1`, `a2` and so on. */
export function counter(prefix: string): () => string {
  let count = 0;
  return () => {
    count += 1;
    return `${prefix}${count}`;
  };
}

/** A document with pages, nodes, and things that are neither. */
export function randomDocument(seed: number): PlainObject {
  const choose = chooser(seed);
  const id = counter("a");
  const pages = Array.from({ length: 1 + choose(3) }, () => ({
    id: id(),
    ...(choose(2) === 0 ? { name: pick(texts, choose) } : {}),
    ...(choose(5) === 0 ? {} : { children: randomList(choose, id, 2) }),
  }));
  return { ...(choose(2) === 0 ? { name: "Poster" } : {}), version: 1, pages, ...randomFields(choose) };
}

function randomList(choose: Choose, id: () => string, depth: number): unknown[] {
  return Array.from({ length: choose(5) }, () => {
    if (choose(12) === 0) return pick<unknown>([7, "stranger", null, [1]], choose);
    const node = { ...(choose(15) === 0 ? {} : { id: id() }), ...randomNode(choose) };
    return depth > 0 && choose(2) === 0 && "children" in node
      ? { ...node, children: randomList(choose, id, depth - 1) }
      : node;
  });
}

function randomNode(choose: Choose): PlainObject {
  const holds = choose(2) === 0;
  const node = { type: pick(holds ? containers : leaves, choose), ...randomFields(choose) };
  return holds ? { ...node, children: [] } : node;
}

function randomFields(choose: Choose): PlainObject {
  const fields: [string, unknown][] = [
    ["x", choose(2000) - 1000],
    ["y", choose(100) / 8],
    ["name", pick(texts, choose)],
    ["custom", { deep: [1, { er: null }], text: pick(texts, choose) }],
    ["__proto__", { x: 1 }],
    ["big", 1e21],
    ["fill", ["#FF0000", { type: "solid", color: "#00FF00", opacity: 0.5 }]],
    ["visible", choose(2) === 0],
  ];
  return Object.fromEntries(fields.filter(() => choose(3) === 0));
}

/** An operation that fits the document. Ids of new nodes are sometimes chosen: `chosen` gives them. */
export function randomOperation(root: PlainObject, choose: Choose, chosen: () => string): PlainOperation {
  const all = standings(root).filter(({ node }) => typeof node.id === "string");
  const pages = all.filter(({ parent }) => parent === root);
  const some = pick(all, choose);
  switch (choose(9)) {
    case 0:
    case 1:
      return insert(root, all, choose, chosen);
    case 2:
      return update("document", choose(2) === 0 ? { name: pick(texts, choose) } : { designSystem: { a: [1] } }, [
        "name",
      ]);
    case 3:
    case 4:
      return update(String(some.node.id), setOf(choose), ["custom", "x", "absent"]);
    case 5:
      if (some.parent === root && pages.length === 1) break;
      return { op: "delete", id: String(some.node.id) };
    case 6:
      return move(root, some, all, choose);
    case 7:
      return copy(root, some, all, choose);
    default:
      if (some.parent === root) break;
      return { op: "replace", id: String(some.node.id), node: { ...newNode(choose, chosen, 1), id: some.node.id } };
  }
  return insert(root, all, choose, chosen);
}

function update(id: string, set: PlainObject, unset: string[]): PlainOperation {
  return { op: "update", id, set, unset: unset.filter((key) => !Object.hasOwn(set, key)) };
}

function setOf(choose: Choose): PlainObject {
  const { visible, fill, name, x } = { visible: true, fill: "#123456", name: pick(texts, choose), x: choose(9) };
  return pick<PlainObject>([{ visible }, { fill, name }, { x, extra: { a: [] } }, { y: 1.5, fill: [fill] }], choose);
}

function insert(root: PlainObject, all: Standing[], choose: Choose, chosen: () => string): PlainOperation {
  if (choose(5) === 0) {
    return {
      op: "insert",
      parent: "document",
      ...indexIn(root.pages, choose, 0),
      node: { children: [newNode(choose, chosen, 1)] },
    };
  }
  const parent = pick(parents(root, all), choose).node;
  return {
    op: "insert",
    parent: String(parent.id),
    ...indexIn(parent.children, choose, 0),
    node: newNode(choose, chosen, 2),
  };
}

function move(root: PlainObject, { node, parent, list }: Standing, all: Standing[], choose: Choose): PlainOperation {
  const id = String(node.id);
  if (parent === root) return { op: "move", id, parent: "document", ...indexIn(list, choose, 1) };
  const inside = new Set(standings({ pages: [node] }).map((each) => each.node));
  const target = pick(
    parents(root, all).filter((each) => !inside.has(each.node)),
    choose,
  ).node;
  return { op: "move", id, parent: String(target.id), ...indexIn(target.children, choose, target === parent ? 1 : 0) };
}

function copy(root: PlainObject, { node, parent, list }: Standing, all: Standing[], choose: Choose): PlainOperation {
  const id = String(node.id);
  const set = choose(2) === 0 ? { set: { x: 5, note: "copied" } } : {};
  if (choose(3) === 0 || parent === root) return { op: "copy", id, ...indexIn(list, choose, 0), ...set };
  const target = pick(parents(root, all), choose).node;
  return { op: "copy", id, parent: String(target.id), ...indexIn(target.children, choose, 0), ...set };
}

function parents(root: PlainObject, all: Standing[]): Standing[] {
  return all.filter(({ node, parent }) => parent === root || containers.includes(String(node.type)));
}

function indexIn(list: unknown, choose: Choose, less: number): { index?: number } {
  const length = Array.isArray(list) ? list.length - less : 0;
  return choose(2) === 0 ? {} : { index: choose(length + 1) };
}

function newNode(choose: Choose, chosen: () => string, depth: number): PlainObject {
  const node = randomNode(choose);
  const named = choose(3) === 0 ? { ...node, id: chosen() } : node;
  if (depth === 0 || !("children" in named)) return named;
  return { ...named, children: Array.from({ length: choose(3) }, () => newNode(choose, chosen, depth - 1)) };
}

function pick<T>(values: readonly T[], choose: Choose): T {
  const value = values[choose(values.length)];
  if (value === undefined) throw new Error("There is nothing to choose from.");
  return value;
}
