import type { SvgNode } from "../../src/drawing/index.ts";

const svgNamespace = "http://www.w3.org/2000/svg";
const xmlNamespace = "http://www.w3.org/XML/1998/namespace";

/**
 * The children of an SVG element, kept as a drawing says. What is the same SvgNode as before isn't looked at; a node is
 * found again by its id, so that elements are changed and moved rather than made anew.
 */
export class SvgDom {
  readonly #root: SVGElement;
  #shown: readonly (SvgNode | string)[] = [];

  constructor(root: SVGElement) {
    this.#root = root;
  }

  show(content: SvgNode): void {
    const next = [content];
    patchChildren(this.#root, this.#shown, next);
    this.#shown = next;
  }
}

function patchChildren(
  parent: Element,
  former: readonly (SvgNode | string)[],
  next: readonly (SvgNode | string)[],
): void {
  if (former === next) return;
  const start = sameFromStart(former, next);
  const end = sameFromEnd(former, next, start);
  const formerMiddle = former.slice(start, former.length - end);
  const nextMiddle = next.slice(start, next.length - end);
  if (formerMiddle.length === 0 && nextMiddle.length === 0) return;
  if (formerMiddle.length === 0 && end === 0) {
    // Not spread into arguments: a file may hold more siblings than a call takes.
    for (const node of nextMiddle) parent.append(createNode(node));
    return;
  }
  const nodes = [...parent.childNodes];
  replaceRange(
    parent,
    formerMiddle,
    nodes.slice(start, nodes.length - end),
    nextMiddle,
    nodes[nodes.length - end] ?? null,
  );
}

function replaceRange(
  parent: Element,
  former: readonly (SvgNode | string)[],
  nodes: readonly ChildNode[],
  next: readonly (SvgNode | string)[],
  after: ChildNode | null,
): void {
  const reusable = new Reusable(former);
  const matches = next.map((node) => reusable.take(node));
  for (const index of reusable.left()) nodes[index]?.remove();
  const left = new Set(matches);
  let place = nodes.find((_, index) => left.has(index)) ?? after;
  next.forEach((node, position) => {
    const index = matches[position];
    const before = index === undefined ? undefined : former[index];
    const existing = index === undefined ? undefined : nodes[index];
    const placed = existing ?? createNode(node);
    if (existing !== undefined && before !== node) patchNode(existing, before, node);
    if (placed === place) place = place.nextSibling;
    else parent.insertBefore(placed, place);
  });
}

/** Former children by what they can be used for again. */
class Reusable {
  readonly #bySame = new Map<SvgNode | string, number[]>();
  readonly #byName = new Map<string, number[]>();
  readonly #left = new Set<number>();

  constructor(former: readonly (SvgNode | string)[]) {
    // From the end, so that the first of several is the last in its list, and taken first.
    for (let index = former.length - 1; index >= 0; index -= 1) {
      const node = former[index];
      if (node === undefined) continue;
      this.#left.add(index);
      add(this.#bySame, node, index);
      add(this.#byName, nameOf(node), index);
    }
  }

  /** The place of the same one, or of one with the same id or else the same tag. */
  take(node: SvgNode | string): number | undefined {
    return this.#first(this.#bySame.get(node)) ?? this.#first(this.#byName.get(nameOf(node)));
  }

  left(): ReadonlySet<number> {
    return this.#left;
  }

  #first(places: number[] | undefined): number | undefined {
    for (let place = places?.pop(); place !== undefined; place = places?.pop()) {
      if (this.#left.delete(place)) return place;
    }
    return undefined;
  }
}

function add<K>(places: Map<K, number[]>, key: K, place: number): void {
  const known = places.get(key);
  if (known === undefined) places.set(key, [place]);
  else known.push(place);
}

/** What is alike goes by one name: its tag and, for a node of the design, its id. */
function nameOf(node: SvgNode | string): string {
  if (typeof node === "string") return "text";
  return `${node.tag} ${node.attributes["data-node"] ?? ""}`;
}

function patchNode(existing: ChildNode, former: SvgNode | string | undefined, next: SvgNode | string): void {
  if (typeof next === "string") {
    existing.textContent = next;
    return;
  }
  if (!(existing instanceof Element) || typeof former !== "object") return;
  for (const name of Object.keys(former.attributes)) {
    if (!Object.hasOwn(next.attributes, name)) existing.removeAttribute(name);
  }
  for (const [name, value] of Object.entries(next.attributes)) {
    if (former.attributes[name] !== value) setAttribute(existing, name, value);
  }
  patchChildren(existing, former.children, next.children);
}

function createNode(node: SvgNode | string): ChildNode {
  if (typeof node === "string") return document.createTextNode(node);
  const element = document.createElementNS(svgNamespace, node.tag);
  for (const name in node.attributes) setAttribute(element, name, node.attributes[name] ?? "");
  for (const child of node.children) element.appendChild(createNode(child));
  return element;
}

function setAttribute(element: Element, name: string, value: string): void {
  if (name === "xml:space") element.setAttributeNS(xmlNamespace, name, value);
  else element.setAttribute(name, value);
}

function sameFromStart(former: readonly unknown[], next: readonly unknown[]): number {
  const most = Math.min(former.length, next.length);
  let same = 0;
  while (same < most && former[same] === next[same]) same += 1;
  return same;
}

function sameFromEnd(former: readonly unknown[], next: readonly unknown[], start: number): number {
  const most = Math.min(former.length, next.length) - start;
  let same = 0;
  while (same < most && former[former.length - 1 - same] === next[next.length - 1 - same]) same += 1;
  return same;
}
