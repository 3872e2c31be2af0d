import type { SilverpointFeed } from "../conversation/feed.ts";
import type { Match } from "./matches.ts";
import { rangesIn } from "./ranges.ts";

/**
 * Brings a match into view and opens the folds that hold it; gives where it stands. An item's stored text and what is shown of it
 * can differ (an address behind a link): then the last place that is shown, or none and only the item.
 */
export async function showMatch(feed: SilverpointFeed, match: Match, pattern: RegExp): Promise<Range | undefined> {
  const row = await feed.reveal(match.place);
  if (row === undefined) return undefined;
  // The row's own elements make their content a moment after it has come onto the page.
  await Promise.resolve();
  // An open run of tools has an article for each of them within its own.
  const own = [...row.querySelectorAll(`article[aria-posinset="${match.place + 1}"]`)].at(-1) ?? row;
  const ranges = rangesIn(own, pattern);
  const range = ranges[Math.min(match.nth, ranges.length - 1)];
  if (range === undefined) return undefined;
  openFolds(range);
  scrollInside(range, row);
  await feed.revealRange(match.place, range);
  return range;
}

function openFolds(range: Range): void {
  let element = range.startContainer.parentElement;
  while (element !== null) {
    const fold: HTMLDetailsElement | null = element.closest("details");
    if (fold === null) return;
    const isInSummary = fold.querySelector("summary")?.contains(range.startContainer) === true;
    if (!isInSummary) fold.open = true;
    element = fold.parentElement;
  }
}

/** A long text scrolls by itself within its row. */
function scrollInside(range: Range, row: Element): void {
  let element = range.startContainer.parentElement;
  while (element !== null && element !== row) {
    if (element.scrollHeight > element.clientHeight + 1 && getComputedStyle(element).overflowY !== "visible") {
      const offset = range.getBoundingClientRect().top - element.getBoundingClientRect().top;
      if (offset < 0 || offset > element.clientHeight - 24) element.scrollTop += offset - element.clientHeight / 3;
    }
    element = element.parentElement;
  }
}
