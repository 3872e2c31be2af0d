import type { ShownRow } from "./shownRow.ts";

/** Where Page Down or Page Up goes to from an article. */
export interface ArticleStep {
  readonly step: 1 | -1;
  /** The row that one comes from. */
  readonly row: ShownRow;
  /** The article beside it in the same row: an open run of tools has several. */
  readonly beside: HTMLElement | undefined;
}

/** What the key asks for; undefined where it isn't one of these, or wasn't pressed in an article. */
export function articleStep({ key, target }: KeyboardEvent, shown: readonly ShownRow[]): ArticleStep | undefined {
  if ((key !== "PageDown" && key !== "PageUp") || !(target instanceof Element)) return undefined;
  const step = key === "PageDown" ? 1 : -1;
  const row = shown.find(({ element }) => element.contains(target));
  const article = target.closest("article");
  if (row === undefined || article === null) return undefined;
  const articles = [...row.element.querySelectorAll<HTMLElement>("article")];
  return { step, row, beside: articles[articles.indexOf(article) + step] };
}
