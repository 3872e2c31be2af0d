import type { TurnEvent, WebSearchEvent } from "../../agent/ports.ts";
import { valueAt } from "../valueAt.ts";
import type { AnthropicEvent } from "./wire.ts";

type WireContentBlock = NonNullable<AnthropicEvent["content_block"]>;

/** Puts together the searches that the service makes in one answer: what was asked for, then what it found (TRN-4). */
export interface SearchReader {
  /** Takes a `server_tool_use`; one that isn't a search is left out. */
  start(index: number, block: WireContentBlock): void;
  extend(index: number, json: string): void;
  /** Takes a `web_search_tool_result`, which comes whole. */
  finish(block: WireContentBlock): readonly WebSearchEvent[];
  /** The searches that got no result, once the answer has ended. */
  giveUp(): readonly WebSearchEvent[];
}

interface ArrivingSearch {
  readonly index: number;
  readonly id: string;
  readonly input: unknown;
  json: string;
}

export function createSearchReader(): SearchReader {
  let open: ArrivingSearch[] = [];
  return {
    start(index, { id = "", name, input }) {
      if (name === "web_search") open.push({ index, id, input, json: "" });
    },
    extend(index, json) {
      const search = open.findLast((each) => each.index === index);
      if (search !== undefined) search.json += json;
    },
    finish({ tool_use_id: id, content }) {
      const search = open.find((each) => each.id === id);
      open = open.filter((each) => each !== search);
      return [{ type: "webSearch", query: queryOf(search), ...readFindings(content) }];
    },
    giveUp() {
      const left = open;
      open = [];
      return left.map((search) => ({ type: "webSearch", query: queryOf(search), results: [], error: notMade }));
    },
  };
}

/** The source that a piece of text names; undefined for one that isn't a page of the web. */
export function readCitation(wire: unknown): Extract<TurnEvent, { type: "citation" }> | undefined {
  const page = valueAt(wire, "type") === "web_search_result_location" ? readPage(wire) : undefined;
  return page === undefined ? undefined : { type: "citation", ...page };
}

const notMade = "The search was not made.";
const unreadable = "What came back can't be read.";

/** The API's words for what went wrong. */
const errorWords: ReadonlyMap<unknown, string> = new Map([
  ["invalid_tool_input", "The query is not one that can be searched for."],
  ["unavailable", "Web search is not available right now."],
  ["max_uses_exceeded", "No more searches are allowed in this answer."],
  ["too_many_requests", "Too many searches were made in a short time."],
  ["query_too_long", "The query is too long."],
  ["request_too_large", "The request is too large."],
]);

/** Only titles and addresses: what the service encrypts for itself enters nothing. */
function readFindings(content: unknown): Pick<WebSearchEvent, "results" | "error"> {
  if (Array.isArray(content)) {
    const pages = content.filter((each) => valueAt(each, "type") === "web_search_result");
    return { results: pages.flatMap((page) => readPage(page) ?? []) };
  }
  const code = valueAt(content, "error_code");
  if (typeof code !== "string") return { results: [], error: unreadable };
  return { results: [], error: errorWords.get(code) ?? `The search failed (${code}).` };
}

function readPage(wire: unknown): { readonly title: string; readonly url: string } | undefined {
  const url = valueAt(wire, "url");
  if (typeof url !== "string" || url === "") return undefined;
  const title = valueAt(wire, "title");
  // A title is a line of a list.
  const line = typeof title === "string" ? title.replace(/\s+/g, " ").trim() : "";
  return { title: line === "" ? url : line, url };
}

function queryOf(search: ArrivingSearch | undefined): string {
  if (search === undefined) return "";
  const query = valueAt(search.json === "" ? search.input : parse(search.json), "query");
  return typeof query === "string" ? query : "";
}

function parse(json: string): unknown {
  try {
    return JSON.parse(json);
  } catch {
    return undefined;
  }
}
