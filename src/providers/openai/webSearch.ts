import type { TurnEvent, WebSearchEvent } from "../../agent/ports.ts";
import { textAt, valueAt } from "../valueAt.ts";

/** Whether a `web_search_call` is a search: opening a page and looking inside one are told, and billed, otherwise. */
export function isSearch(item: unknown): boolean {
  const type = valueAt(valueAt(item, "action"), "type");
  return type === "search" || type === undefined;
}

/** A search that the service has made (TRN-4): what was asked for, and the addresses that it names. */
export function readSearch(item: unknown): WebSearchEvent {
  const action = valueAt(item, "action");
  const query = queryOf(action);
  if (valueAt(item, "status") === "failed") {
    return { type: "webSearch", query, results: [], error: "The search failed." };
  }
  const sources = valueAt(action, "sources");
  const results = Array.isArray(sources) ? sources.flatMap(readPage) : [];
  return { type: "webSearch", query, results };
}

/** The source that a piece of text names; nothing for one that isn't a page of the web. */
export function readAnnotation(annotation: unknown): TurnEvent[] {
  if (valueAt(annotation, "type") !== "url_citation") return [];
  // One API keeps the page beside the type, the other below its name.
  return readPage(valueAt(annotation, "url_citation") ?? annotation).map((page) => ({ type: "citation", ...page }));
}

function queryOf(action: unknown): string {
  const queries = valueAt(action, "queries");
  if (!Array.isArray(queries)) return textAt(action, "query") ?? "";
  const all = queries.filter((query): query is string => typeof query === "string");
  return textAt(action, "query") ?? all.join("; ");
}

function readPage(wire: unknown): { readonly title: string; readonly url: string }[] {
  const url = textAt(wire, "url");
  if (url === undefined) return [];
  // A title is a line of a list.
  const title = (textAt(wire, "title") ?? "").replace(/\s+/g, " ").trim();
  return [{ title: title === "" ? url : title, url }];
}
