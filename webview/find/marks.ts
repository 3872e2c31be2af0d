import { rangesIn } from "./ranges.ts";

/** Names that the style sheet gives colours to (`::highlight(…)`). */
const [all, current] = ["found", "found-current"];

/** Marks what was found without touching the page: text, selection and focus stay as they are. */
export function mark(articles: Iterable<Element>, pattern: RegExp, shown: Range | undefined): void {
  const ranges = [...articles].flatMap((article) => rangesIn(article, pattern));
  CSS.highlights.set(all, new Highlight(...ranges));
  const marked = new Highlight(...(shown === undefined ? [] : [shown]));
  marked.priority = 1;
  CSS.highlights.set(current, marked);
}

export function unmark(): void {
  CSS.highlights.delete(all);
  CSS.highlights.delete(current);
}
