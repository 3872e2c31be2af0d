/** The sample package as the host would send it to the canvas. */
import { readdirSync, readFileSync } from "node:fs";
import { readDesign } from "../../src/design/designDocument.ts";
import { outline } from "../../src/design/outline.ts";
import { isObject, type JsonObject } from "../../src/drawing/index.ts";
import type { OutlineNode } from "../../src/protocol/index.ts";

const folder = "test/fixtures/packages/Poster.silverpoint";

export interface Sample {
  readonly pages: readonly JsonObject[];
  readonly names: readonly { readonly id: string; readonly name: string }[];
  readonly tokens: JsonObject;
  readonly components: Record<string, JsonObject>;
  readonly outline: readonly OutlineNode[];
  readonly more: number;
  readonly assets: ReadonlyMap<string, Uint8Array>;
}

export function readSample(): Sample {
  const design = readDesign(readFileSync(`${folder}/document.json`));
  if (design.kind === "damaged") throw new Error(design.reason);
  const { entries, more } = outline(design, 2000);
  const pages = objectsIn(design.root.pages);
  return {
    pages,
    names: pages.map(({ id, name }) => ({ id: String(id), name: String(name) })),
    tokens: isObject(design.root.designSystem) ? design.root.designSystem : {},
    components: Object.fromEntries(pages.flatMap(nodesIn).map((node) => [String(node.id), node])),
    outline: entries,
    more,
    assets: new Map(readAssets()),
  };
}

function readAssets(): [string, Uint8Array][] {
  try {
    return readdirSync(`${folder}/assets`).map((name) => [name, readFileSync(`${folder}/assets/${name}`)]);
  } catch {
    return [];
  }
}

function nodesIn(node: JsonObject): JsonObject[] {
  return objectsIn(node.children).flatMap((child) => [child, ...nodesIn(child)]);
}

function objectsIn(value: unknown): JsonObject[] {
  return Array.isArray(value) ? value.filter(isObject) : [];
}
