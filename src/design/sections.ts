import { type DesignDocument, designName } from "./designDocument.ts";
import { lintRulesOf } from "./lint/lintDesign.ts";
import { outline } from "./outline.ts";
import { pageOrFirst, pagesOf } from "./pages.ts";

/** What the person looks at, and what they did since the last turn: sentences about the design, oldest first. */
export interface PersonsView {
  readonly page: string | undefined;
  readonly selection: readonly string[];
  readonly changes: readonly string[];
  /** What the workspace tells agents. */
  readonly instructions?: string | undefined;
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
    `Pages: ${pages.map(({ id, name }) => `${oneLine(name)} (${oneLine(id)})`).join(", ") || "none"}`,
    ...(shown === undefined ? [] : [`Page shown: ${oneLine(shown.name)} (${oneLine(shown.id)})`]),
    `Selected: ${selected(view.selection)}`,
    ...(shown === undefined ? [] : ["What is on it:"]),
    ...entries
      .slice(1)
      .map(
        ({ id, type, name, depth }) => `${"  ".repeat(depth - 1)}- ${oneLine(type)} ${oneLine(id)}: ${oneLine(name)}`,
      ),
    ...(more > 0 ? [`… and ${more} more; read them with get_document.`] : []),
    ...(view.changes.length === 0 ? [] : ["What the person did since the last turn:", ...view.changes.map(item)]),
  ];
  const rest = "read the rest with get_document.";
  return [shorten(lines.join("\n"), rest), ...instructionsPart(view.instructions)].join("\n\n");
}

/** What the workspace tells agents, in every turn's context, so that compaction never loses it. */
function instructionsPart(instructions: string | undefined): readonly string[] {
  if (instructions === undefined) return [];
  const rest = "the rest is in AGENTS.md: read_workspace_file.";
  return [`## Instructions (AGENTS.md)\n${shorten(instructions.toWellFormed(), rest)}`];
}

/** The section with the tokens and the rules of the design system; "" where there are none. */
export function designSystemSection(designSystem: Readonly<Record<string, unknown>> | undefined): string {
  const { lintRules, ...tokens } = designSystem ?? {};
  const { rules } = lintRulesOf({ lintRules });
  const parts = [
    ...(Object.keys(tokens).length === 0
      ? []
      : [
          `Use these tokens by their paths, such as "$colors.accent", wherever one fits.\n${JSON.stringify(tokens, undefined, 2)}`,
        ]),
    ...(rules.length === 0
      ? []
      : [
          ["Rules that lint_document checks:", ...rules.map(({ id, message }) => item(`${id}: ${message}`))].join("\n"),
        ]),
  ];
  return shorten(parts.join("\n\n"), 'get_document shows the rest, with the id "document".');
}

function selected(ids: readonly string[]): string {
  if (ids.length === 0) return "nothing";
  const rest = ids.length - selectionLimit;
  return ids.slice(0, selectionLimit).map(oneLine).join(", ") + (rest > 0 ? ` and ${rest} more` : "");
}

function item(text: string): string {
  return `- ${oneLine(text)}`;
}

/** A name can't pose as another line of the section. */
function oneLine(text: string): string {
  return text.replace(/\s+/gu, " ").trim().slice(0, 200);
}

/** `rest` says how the model reads what is cut off. */
function shorten(text: string, rest: string): string {
  if (text.length <= lengthLimit) return text;
  return `${text.slice(0, lengthLimit).toWellFormed()}\n… cut here; ${rest}`;
}
