import { isOverlong, pieceStyle, piecesOf } from "./pieces.ts";

/** Cuts the texts of a block that are too long to be laid out in one go. */
export function layInPieces(block: Element): void {
  const texts = document.createTreeWalker(block, NodeFilter.SHOW_TEXT);
  const overlong: Text[] = [];
  while (texts.nextNode()) {
    const { currentNode } = texts;
    if (currentNode instanceof Text && isOverlong(currentNode.data)) overlong.push(currentNode);
  }
  for (const text of overlong) text.replaceWith(...piecesOf(text.data).map(pieceElement));
}

/**
 * Makes a block into what it has grown to where only its pieces differ: those that are the same stay, with their heights and
 * their selection. False where it is another block.
 */
export function growPieces(block: Element, grown: Element): boolean {
  const before = piecesIn(block);
  const now = piecesIn(grown);
  const place = before[0]?.parentElement;
  const isOne = place?.childNodes.length === before.length && now[0]?.parentElement?.childNodes.length === now.length;
  if (!place || !isOne || !bare(block).isEqualNode(bare(grown))) return false;
  const first = now.findIndex((piece, index) => piece.textContent !== before[index]?.textContent);
  const same = first < 0 ? now.length : first;
  for (const piece of before.slice(same)) piece.remove();
  place.append(...now.slice(same));
  return true;
}

function pieceElement(text: string): HTMLElement {
  const piece = document.createElement("span");
  piece.className = "piece";
  piece.style.cssText = pieceStyle(text);
  piece.textContent = text;
  return piece;
}

function piecesIn(block: Element): Element[] {
  return [...block.querySelectorAll(".piece")];
}

function bare(block: Element): Node {
  const copy = block.cloneNode(true);
  if (copy instanceof Element) for (const piece of piecesIn(copy)) piece.remove();
  return copy;
}
