import { type DesignDocument, designName } from "./designDocument.ts";
import { outline } from "./outline.ts";
import { pageOrFirst, pagesOf } from "./pages.ts";

/** What the person looks at, and what they did since the last turn: sentences about the design, oldest first. */
export interface PersonsView {
  readonly page: string | undefined;
  readonly selection: readonly string[];
  readonly changes: readonly string[];
}

/** How many nodes the context lists; the rest is counted, and there to be read with a tool. */
const outlineLimit = 150;
const selectionLimit = 20;
/** How long a section may be, in UTF-16 code units. */
const lengthLimit = 20_000;

/**
 * The section that tells the model about the open document: name, pages, what is selected, what is in it, and what the
 * person did since the last turn. The same document and view give the same text, on every machine (TRN-1).
 */
export function contextSection(design: DesignDocument, folderName: string, view: PersonsView): string {
  const pages = pagesOf(design);
  const shown = pageOrFirst(design, view.page);
  const { entries, more } = outline({ root: { pages: shown === undefined ? [] : [shown.node] } }, outlineLimit);
  const lines = [
    `Document: ${oneLine(designName(design, folderName))}`,
    `Pages: ${pages.map(({ id, name }) => `${oneLine(name)} (${id})`).join(", ") || "none"}`,
    ...(shown === undefined ? [] : [`Page shown: ${oneLine(shown.name)} (${shown.id})`]),
    `Selected: ${selected(view.selection)}`,
    ...(shown === undefined ? [] : ["What is on it:"]),
    ...entries
      .slice(1)
      .map(({ id, type, name, depth }) => `${"  ".repeat(depth - 1)}- ${type} ${id}: ${oneLine(name)}`),
    ...(more > 0 ? [`… and ${more} more; read them with get_document.`] : []),
    ...(view.changes.length === 0 ? [] : ["What the person did since the last turn:", ...view.changes.map(item)]),
  ];
  return shorten(lines.join("\n"));
}

/** The section with the tokens of the design system; "" where there are none. */
export function designSystemSection(tokens: Readonly<Record<string, unknown>> | undefined): string {
  if (tokens === undefined || Object.keys(tokens).length === 0) return "";
  return shorten(
    `Use these tokens by their paths, such as "$colors.accent", wherever one fits.\n${JSON.stringify(tokens, undefined, 2)}`,
  );
}

function selected(ids: readonly string[]): string {
  if (ids.length === 0) return "nothing";
  const rest = ids.length - selectionLimit;
  return ids.slice(0, selectionLimit).join(", ") + (rest > 0 ? ` and ${rest} more` : "");
}

function item(text: string): string {
  return `- ${oneLine(text)}`;
}

/** A name can't pose as another line of the section. */
function oneLine(text: string): string {
  return text.replace(/\s+/gu, " ").trim().slice(0, 200);
}

function shorten(text: string): string {
  if (text.length <= lengthLimit) return text;
  return `${text.slice(0, lengthLimit).toWellFormed()}\n… cut here; read the rest with get_document.`;
}
