/** What isn't the conversation's own text. */
const notRead = "button, vscode-button, textarea, input, svg, [aria-hidden='true'], .unseen";

/** Elements that begin a line of their own: no match goes from one into the next. */
const blocks =
  "p, li, td, th, pre, h1, h2, h3, h4, h5, h6, blockquote, summary, dt, dd, article, div, silverpoint-markdown";

/** Where a text stands in an element, also across pieces of a line that are marked up. */
export function rangesIn(element: Element, pattern: RegExp): Range[] {
  const pieces = textPieces(element);
  const text = pieces.map((piece) => piece.text).join("");
  return [...text.matchAll(pattern)].flatMap((match) => {
    const start = pointAt(pieces, match.index);
    const end = pointAt(pieces, match.index + match[0].length - 1);
    if (start === undefined || end === undefined) return [];
    const range = new Range();
    range.setStart(start.node, start.offset);
    range.setEnd(end.node, end.offset + 1);
    return [range];
  });
}

interface Piece {
  readonly text: string;
  readonly start: number;
  /** Absent for the break between two blocks. */
  readonly node?: Text;
}

function textPieces(element: Element): Piece[] {
  const walker = document.createTreeWalker(element, NodeFilter.SHOW_TEXT);
  const pieces: Piece[] = [];
  let length = 0;
  let block: Element | null = null;
  const add = (piece: Omit<Piece, "start">): void => {
    pieces.push({ ...piece, start: length });
    length += piece.text.length;
  };
  while (walker.nextNode() !== null) {
    const node = walker.currentNode;
    const parent = node.parentElement;
    if (!(node instanceof Text) || parent === null || parent.closest(notRead) !== null) continue;
    const own = parent.closest(blocks);
    // A break that no white space of a text to find matches.
    if (own !== block && pieces.length > 0) add({ text: "\u0000" });
    block = own;
    add({ text: node.data, node });
  }
  return pieces;
}

function pointAt(pieces: readonly Piece[], at: number): { node: Text; offset: number } | undefined {
  const piece = pieces.findLast(({ start }) => start <= at);
  return piece?.node === undefined ? undefined : { node: piece.node, offset: at - piece.start };
}
