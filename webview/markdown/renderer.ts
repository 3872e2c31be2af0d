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
  /** Code whose fence hasn't closed may still grow: it says so, and isn't coloured yet. */
  override code({ text, lang, raw }: Tokens.Code): string {
    const language = lang?.match(/^\S+/)?.[0] ?? "";
    const attribute = language === "" ? "" : ` data-language="${escapeHtml(language)}"`;
    const open = isClosed(raw) ? "" : ' data-open="true"';
    return `<pre${attribute}${open}><code>${escapeHtml(text)}</code></pre>`;
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

/** Whether a block of code has the fence that ends it, as long as the one that began it; indented code has none. */
function isClosed(raw: string): boolean {
  const opener = /^ {0,3}(`{3,}|~{3,})/.exec(raw)?.[1];
  if (opener === undefined) return true;
  const lines = raw.trimEnd().split("\n");
  const last = lines.at(-1)?.trim() ?? "";
  return lines.length > 1 && last.length >= opener.length && [...last].every((each) => each === opener[0]);
}

/** The tooltip tells where a link goes, whatever its text says. */
function linkTo(address: string, content: string): string {
  const url = safeUrl(address);
  if (url === undefined) return content;
  return `<a href="${escapeHtml(url)}" title="${escapeHtml(url)}">${content}</a>`;
}
