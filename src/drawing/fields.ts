import { limited } from "./svgNode.ts";

export type JsonObject = Readonly<Record<string, unknown>>;

export function isObject(value: unknown): value is JsonObject {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** A number field within ±1,000,000; undefined for any other type (a field of a wrong type counts as missing, DOC-1). */
export function numberOf(value: unknown): number | undefined {
  return typeof value === "number" && !Number.isNaN(value) ? limited(value) : undefined;
}

/** A length: at least 0, and 0 where there is none. */
export function lengthOf(value: unknown): number {
  return Math.max(numberOf(value) ?? 0, 0);
}

export function textOf(value: unknown): string | undefined {
  return typeof value === "string" ? value : undefined;
}

export function within(value: number, least: number, most: number): number {
  return Math.min(Math.max(value, least), most);
}

/** The node's children that are nodes at all. */
export function childrenOf(node: JsonObject): readonly JsonObject[] {
  const { children } = node;
  if (!Array.isArray(children)) return [];
  return children.every(isObject) ? children : children.filter(isObject);
}
