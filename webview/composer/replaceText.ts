/** Beyond so many characters the browser takes too long over an edit that can be undone. */
const undoableLength = 100_000;

/** Beyond so many lines as well: what an edit costs grows with the square of how many lines it takes away or puts in. */
const undoableLines = 50;

/**
 * Gives a text field another text. Where it has the focus this is an edit like one of the person's: Undo brings back what
 * was there. Only what differs is replaced, so that the caret stays where it was in the rest.
 */
export function replaceText(area: HTMLTextAreaElement, text: string): void {
  const wanted = text.replaceAll(/\r\n?/g, "\n");
  const before = area.value;
  if (before === wanted) return;
  const isSmall = before.length + wanted.length <= undoableLength;
  if (isSmall && document.activeElement === area) edit(area, before, wanted);
  if (area.value !== wanted) area.value = wanted;
}

function edit(area: HTMLTextAreaElement, before: string, wanted: string): void {
  const shorter = Math.min(before.length, wanted.length);
  let start = 0;
  while (start < shorter && before[start] === wanted[start]) start += 1;
  let end = 0;
  while (end < shorter - start && before.at(-1 - end) === wanted.at(-1 - end)) end += 1;
  const inserted = wanted.slice(start, wanted.length - end);
  const removed = before.slice(start, before.length - end);
  if (Math.max(linesOf(inserted), linesOf(removed)) > undoableLines) return;
  area.setSelectionRange(start, before.length - end);
  // The one way to edit that the browser's own undo knows of.
  document.execCommand(inserted === "" ? "delete" : "insertText", false, inserted);
}

function linesOf(text: string): number {
  return text.split("\n").length;
}
