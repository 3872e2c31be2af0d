/** Line drawings of the canvas's own buttons; see icons.ts. */
import { html, svg } from "lit";

function icon(shape: ReturnType<typeof svg>) {
  return html`<svg class="icon" viewBox="0 0 16 16" width="16" height="16" aria-hidden="true" focusable="false">
    ${shape}
  </svg>`;
}

export const plusIcon = icon(svg`<path d="M8 3.5v9M3.5 8h9"/>`);
export const minusIcon = icon(svg`<path d="M3.5 8h9"/>`);
export const fitIcon = icon(svg`<path d="M2.5 6V2.5H6M10 2.5h3.5V6M13.5 10v3.5H10M6 13.5H2.5V10"/>`);
export const outlineIcon = icon(svg`<path d="M2.5 3.5h8M5 8h8.5M5 12.5h6.5"/><path d="M2.5 8h0M2.5 12.5h0"/>`);
export const blankSheetIcon = html`<svg class="blank-sheet" viewBox="0 0 72 72" width="72" height="72" aria-hidden="true" focusable="false">
  ${svg`<rect x="16" y="8" width="40" height="56" rx="3"/><circle cx="42" cy="24" r="6"/><path d="M16 52c8-14 14-14 20-6s12 8 20-4"/>`}
</svg>`;
