import { html, type TemplateResult } from "lit";
import { isOverlong, pieceStyle, piecesOf } from "./pieces.ts";

/** Plain text of any length: what is too long to be laid out in one go comes in pieces. */
export function longText(text: string): string | TemplateResult[] {
  if (!isOverlong(text)) return text;
  return piecesOf(text).map((piece) => html`<span class="piece" .style=${pieceStyle(piece)}>${piece}</span>`);
}
