import { Lexer, type Links, type MarkedOptions, Parser, type Token } from "marked";
import type { Ending } from "./openMarks.ts";
import { escapeHtml, PanelRenderer } from "./renderer.ts";

/** Longest text in UTF-16 units whose emphasis, links and code spans are looked for: beyond it they cost too much. */
const inlineCap = 20_000;

/** Longest run of unfinished blocks in UTF-16 units that is parsed at all. */
const blockCap = 200_000;

/** How many blocks at the end may still change: what follows can turn a paragraph into a heading or a table. */
const liveBlocks = 2;

const options: MarkedOptions<string, string> = { gfm: true, renderer: new PanelRenderer() };

/** The HTML of the blocks from `start` on; the blocks before it are as they were. */
interface BlockUpdate {
  readonly start: number;
  readonly html: readonly string[];
}

/**
 * Markdown that arrives in pieces, as top-level blocks. Blocks that can't change any more are settled: they are neither
 * lexed nor rendered again, so the cost of a piece doesn't grow with the text before it.
 */
export class MarkdownBlocks {
  #text = "";
  #settledLength = 0;
  #settledBlocks = 0;
  #links: Links = {};
  readonly #endingOf: (text: string) => Ending | undefined;

  /** `endingOf` may give the inline text at the very end another ending than it has so far. */
  constructor(endingOf: (text: string) => Ending | undefined = () => undefined) {
    this.#endingOf = endingOf;
  }

  /** Takes the whole text so far; one that doesn't continue the last starts anew. */
  update(source: string): BlockUpdate {
    const text = normalizeLineEnds(source);
    if (!text.startsWith(this.#text)) this.#reset();
    this.#text = text;
    const start = this.#settledBlocks;
    const tail = text.slice(this.#settledLength);
    const tokens = lex(tail, this.#links);
    if (tokens === undefined) return { start, html: [plainBlock(tail)] };
    const html = tokens.map(renderBlock);
    this.#settle(tail, tokens, html);
    const mended = this.#mendedEnd(tokens.at(-1));
    if (mended !== undefined) html.splice(-1, 1, mended);
    return { start, html: html.filter((block) => block !== "") };
  }

  /** The last block with another ending; undefined when it needs none. */
  #mendedEnd(last: Token | undefined): string | undefined {
    const text = last && openText(last);
    const ending = text === undefined || text.length > inlineCap ? undefined : this.#endingOf(text.trimEnd());
    if (last === undefined || ending === undefined) return undefined;
    const raw = last.raw.trimEnd();
    const kept = raw.slice(0, raw.length - ending.dropped).trimEnd();
    return lex(kept + ending.closers, this.#links)
      ?.map(renderBlock)
      .join("");
  }

  #reset(): void {
    this.#settledLength = 0;
    this.#settledBlocks = 0;
    this.#links = {};
  }

  #settle(tail: string, tokens: readonly Token[], html: readonly string[]): void {
    let position = 0;
    for (const [index, token] of tokens.slice(0, liveStart(tokens)).entries()) {
      // A token that isn't the source's own text would make the next piece start at the wrong place.
      if (!tail.startsWith(token.raw, position)) break;
      position += token.raw.length;
      if (html[index] !== "") this.#settledBlocks++;
    }
    this.#settledLength += position;
  }
}

/** The HTML of every block of a text that is complete. */
export function renderBlocks(source: string): readonly string[] {
  const text = normalizeLineEnds(source);
  const tokens = lex(text, {});
  return tokens === undefined ? [plainBlock(text)] : tokens.map(renderBlock).filter((block) => block !== "");
}

/** A lexer that takes over-long inline text as it is. */
class CappedLexer extends Lexer<string, string> {
  override inlineTokens(source: string, tokens: Token[] = []): Token[] {
    if (source.length <= inlineCap) return super.inlineTokens(source, tokens);
    tokens.push({ type: "text", raw: source, text: source, escaped: false });
    return tokens;
  }
}

/** Undefined when the text is too long or nested too deeply to be parsed: it is shown as plain text then. */
function lex(text: string, links: Links): readonly Token[] | undefined {
  if (text.length > blockCap && !hasBreaks(text)) return undefined;
  const lexer = new CappedLexer(options);
  lexer.tokens.links = links;
  try {
    return lexer.lex(text);
  } catch {
    return undefined;
  }
}

/** Whether no stretch without a blank line is longer than the cap. */
function hasBreaks(text: string): boolean {
  return text.split(/\n[ \t]*\n/).every((stretch) => stretch.length <= blockCap);
}

function renderBlock(token: Token): string {
  try {
    return Parser.parse([token], options);
  } catch {
    return plainBlock(token.raw);
  }
}

/** The inline text that a block ends with, for the kinds of block where it is the end of the source as well. */
function openText(token: Token): string | undefined {
  const { type } = token;
  if (type === "paragraph" || type === "heading" || type === "text") return token.text;
  const inner =
    type === "list" ? token.items : type === "list_item" || type === "blockquote" ? token.tokens : undefined;
  const last: Token | undefined = inner?.at(-1);
  return last && openText(last);
}

function liveStart(tokens: readonly Token[]): number {
  let live = 0;
  for (let index = tokens.length - 1; index >= 0; index--) {
    if (tokens[index]?.type !== "space" && ++live === liveBlocks) return index;
  }
  return 0;
}

function plainBlock(text: string): string {
  return `<p class="verbatim">${escapeHtml(text)}</p>`;
}

function normalizeLineEnds(text: string): string {
  return text.replace(/\r\n?/g, "\n");
}
