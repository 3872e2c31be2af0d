/**
 * Markdown tokens to HTML text, for text that nobody vouches for: raw HTML is shown as it was written, pictures become
 * links, and only addresses that may be opened are addresses. What comes out is sanitised all the same.
 */
import { Renderer, type Tokens } from "marked";
import { safeUrl } from "./safeUrl.ts";

const replacements: Readonly<Record<string, string>> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&#39;",
};

export function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => replacements[character] ?? character);
}

/** Escapes text in which a character reference such as `&copy;` stands for its character. */
function escapeProse(text: string): string {
  return text.replace(/[<>"']|&(?!(?:#\d{1,7}|#[Xx][\da-fA-F]{1,6}|\w+);)/g, (found) => replacements[found] ?? found);
}

export class PanelRenderer extends Renderer<string, string> {
  override code({ text, lang }: Tokens.Code): string {
    const language = lang?.match(/^\S+/)?.[0] ?? "";
    const attribute = language === "" ? "" : ` data-language="${escapeHtml(language)}"`;
    return `<pre${attribute}><code>${escapeHtml(text)}</code></pre>`;
  }

  /** Headings start at the third level: above them are the panel's own. */
  override heading({ tokens, depth }: Tokens.Heading): string {
    const level = Math.min(depth + 2, 6);
    return `<h${level}>${this.parser.parseInline(tokens)}</h${level}>`;
  }

  override html({ text, block }: Tokens.HTML | Tokens.Tag): string {
    return block ? `<p class="verbatim">${escapeHtml(text.trimEnd())}</p>` : escapeHtml(text);
  }

  override checkbox({ checked }: Tokens.Checkbox): string {
    return checked ? "☑ " : "☐ ";
  }

  override table(token: Tokens.Table): string {
    return `<div class="table">${super.table(token)}</div>`;
  }

  override codespan({ text }: Tokens.Codespan): string {
    return `<code>${escapeHtml(text)}</code>`;
  }

  override link({ href, tokens }: Tokens.Link): string {
    return linkTo(href, this.parser.parseInline(tokens));
  }

  override image({ href, text }: Tokens.Image): string {
    return linkTo(href, escapeProse(text === "" ? "image" : text));
  }

  override text(token: Tokens.Text | Tokens.Escape): string {
    return "tokens" in token && token.tokens ? this.parser.parseInline(token.tokens) : escapeProse(token.text);
  }
}

/** The tooltip tells where a link goes, whatever its text says. */
function linkTo(address: string, content: string): string {
  const url = safeUrl(address);
  if (url === undefined) return content;
  return `<a href="${escapeHtml(url)}" title="${escapeHtml(url)}">${content}</a>`;
}
