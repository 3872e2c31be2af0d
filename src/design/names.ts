import { isObject, type JsonObject } from "./json.ts";

/** The id of the document itself in operations; no page or node can be asked for by it. */
export const documentId = "document";

/** The id that a page or node can be named by; undefined where it has none. */
export function idOf(node: JsonObject): string | undefined {
  const { id } = node;
  return typeof id === "string" && id !== "" && id !== documentId ? id : undefined;
}

/** What a page or node is called, for a person: its name, the text it shows, its id or its type. */
export function shownName(node: JsonObject): string {
  const named = [node.name, node.text, node.id, node.type].find((value) => typeof value === "string" && value !== "");
  return typeof named === "string" ? named : "node";
}

const none: readonly unknown[] = [];

/** The pages of the document's object, as they stand in the file: what isn't an object among them is no page. */
export function pageList(root: JsonObject): readonly unknown[] {
  return Array.isArray(root.pages) ? root.pages : none;
}

/** The children of a page or node, as they stand in the file: what isn't an object among them is no node. */
export function childList(node: JsonObject): readonly unknown[] {
  return Array.isArray(node.children) ? node.children : none;
}

/** A value for a message: short, and with what can't be seen as escapes, because files and operations may come from anyone. */
export function quote(value: unknown): string {
  if (typeof value === "number" && !Number.isFinite(value)) return "a number too large to hold";
  // No more of a text is shown; to write all of a long one takes time.
  const start = typeof value === "string" ? value.slice(0, 200) : value;
  const text = isObject(start) || Array.isArray(start) ? undefined : JSON.stringify(start);
  if (text === undefined) return Array.isArray(value) ? "a list" : "an object";
  const characters = Array.from(text.slice(0, 200));
  const shown =
    characters.length > 60 ? `${characters.slice(0, 59).join("")}…${text.startsWith('"') ? '"' : ""}` : text;
  return shown.replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu, (character) =>
    Array.from({ length: character.length }, (_, unit) => escapeUnit(character.charCodeAt(unit))).join(""),
  );
}

function escapeUnit(unit: number): string {
  return `\\u${unit.toString(16).padStart(4, "0")}`;
}
