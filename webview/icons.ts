/** Small line drawings in the text's colour. They never carry meaning alone: a label or a word always stands with them. */
import { html, type SVGTemplateResult, svg, type TemplateResult } from "lit";

function icon(shape: SVGTemplateResult): TemplateResult {
  return html`<svg class="icon" viewBox="0 0 16 16" width="16" height="16" aria-hidden="true" focusable="false">
    ${shape}
  </svg>`;
}

export const moreIcon = icon(
  svg`<path class="solid" d="M3 6.9a1.1 1.1 0 1 0 0 2.2 1.1 1.1 0 0 0 0-2.2Zm5 0a1.1 1.1 0 1 0 0 2.2 1.1 1.1 0 0 0 0-2.2Zm5 0a1.1 1.1 0 1 0 0 2.2 1.1 1.1 0 0 0 0-2.2Z"/>`,
);
export const editIcon = icon(
  svg`<path d="m3 13 .7-3L11 2.7a.7.7 0 0 1 1 0L13.3 4a.7.7 0 0 1 0 1L6 12.3z"/><path d="m10 4 2 2"/>`,
);
export const removeIcon = icon(svg`<path d="m4 4 8 8M12 4l-8 8"/>`);
export const upIcon = icon(svg`<path d="M8 13V3M4 7l4-4 4 4"/>`);
export const matchCaseIcon = icon(
  svg`<path d="m1.5 12 3-8h.6l3 8M2.6 9.3h4.4"/><path d="M14 7.2V12M14 9.6a2.2 2.2 0 1 1-4.4 0 2.2 2.2 0 0 1 4.4 0Z"/>`,
);
export const downIcon = icon(svg`<path d="M8 3v10M4 9l4 4 4-4"/>`);
export const chevronIcon = icon(svg`<path d="m4 6 4 4 4-4"/>`);
export const infoIcon = icon(svg`<circle cx="8" cy="8" r="6"/><path d="M8 7.2V11.2M8 4.8v.4"/>`);
export const warningIcon = icon(svg`<path d="M8 2.2 14.2 13.3H1.8z"/><path d="M8 6.3v3.6M8 11.3v.4"/>`);
export const errorIcon = icon(svg`<circle cx="8" cy="8" r="6"/><path d="m5.8 5.8 4.4 4.4M10.2 5.8l-4.4 4.4"/>`);
export const checkIcon = icon(svg`<path d="m3 8.5 3.3 3.3L13 4.8"/>`);
export const toolIcon = icon(
  svg`<path d="M10.2 2.3a3.5 3.5 0 0 0-3.7 4.7L2.2 11.3l2.5 2.5L9 9.5a3.5 3.5 0 0 0 4.7-3.7l-2 2-2.5-.9-.9-2.5z"/>`,
);
export const itemIcon = icon(svg`<rect x="2.5" y="3.5" width="11" height="9" rx="1.5"/><path d="M5 6.5h6M5 9.5h4"/>`);
export const clockIcon = icon(svg`<circle cx="8" cy="8" r="6"/><path d="M8 4.6V8l2.4 1.6"/>`);
export const approvalIcon = icon(
  svg`<path d="M8 1.8 13 3.6v4c0 3-2 5.3-5 6.6-3-1.3-5-3.6-5-6.6v-4z"/><path d="M8 5v3.4M8 10.4v.4"/>`,
);
export const questionIcon = icon(
  svg`<path d="M2.5 3.5h11v8H8.2L5 14v-2.5H2.5z"/><path d="M6.6 6.3c.1-1.7 2.9-1.6 2.8 0 0 .9-1.4 1-1.4 2M8 9.7v.3"/>`,
);
export const directionsIcon = icon(svg`<path d="M8 14V8.5M8 8.5 3.5 4M8 8.5 12.5 4M3.2 6.8V3.5h3.3M9.5 3.5h3.3v3.3"/>`);
export const skillIcon = icon(
  svg`<path d="M8 4.3C6.5 3.2 4.5 2.9 2.5 3v9.5c2-.1 4 .2 5.5 1.3 1.5-1.1 3.5-1.4 5.5-1.3V3c-2-.1-4 .2-5.5 1.3zM8 4.3v9.5"/>`,
);
export const ruleIcon = icon(svg`<path d="m2.5 4.5 1.2 1.2L6 3.4M2.5 10.5l1.2 1.2L6 9.4M8.5 4.8h5M8.5 10.8h5"/>`);
export const searchIcon = icon(svg`<circle cx="7" cy="7" r="4.2"/><path d="m10.2 10.2 3.3 3.3"/>`);
export const flagIcon = icon(svg`<path d="M4 14V2.5M4 3c3-1.5 5 1.5 8.5 0v6C9 10.5 7 7.5 4 9"/>`);
export const thumbUpIcon = icon(
  svg`<path d="M5.5 7 8 2.2c1 0 1.7.8 1.5 1.8L9 6.3h3.2c.9 0 1.5.8 1.3 1.7l-.9 4c-.2.7-.8 1.2-1.5 1.2H5.5zM5.5 7H2.7v6.2h2.8z"/>`,
);
export const thumbDownIcon = icon(
  svg`<path d="M5.5 9 8 13.8c1 0 1.7-.8 1.5-1.8L9 9.7h3.2c.9 0 1.5-.8 1.3-1.7l-.9-4c-.2-.7-.8-1.2-1.5-1.2H5.5zM5.5 9H2.7V2.8h2.8z"/>`,
);
export const compactIcon = icon(svg`<path d="M2.5 8h11M8 1.8v4M5.8 4 8 6.2 10.2 4M8 14.2v-4M5.8 12 8 9.8l2.2 2.2"/>`);
export const returnIcon = icon(svg`<path d="M6 3.5 2.5 7 6 10.5"/><path d="M2.5 7H10a3.5 3.5 0 0 1 0 7H8"/>`);

const pageIcon = icon(svg`<path d="M4 2h5.5L12.5 5v9H4z"/><path d="M9.3 2.2V5.2h3"/>`);
const frameIcon = icon(svg`<path d="M4.5 2v12M11.5 2v12M2 4.5h12M2 11.5h12"/>`);
const groupIcon = icon(svg`<rect x="2.5" y="2.5" width="11" height="11" stroke-dasharray="2 2"/>`);
const rectangleIcon = icon(svg`<rect x="2.5" y="3.5" width="11" height="9"/>`);
const ellipseIcon = icon(svg`<ellipse cx="8" cy="8" rx="5.5" ry="4.5"/>`);
const lineIcon = icon(svg`<path d="M3 13 13 3"/>`);
const pathIcon = icon(svg`<path d="M2.5 12.5C4 4 8 13 13.5 3.5"/>`);
const textIcon = icon(svg`<path d="M3.5 5V3.5h9V5M8 3.5v9M6.3 12.5h3.4"/>`);
export const copyIcon = icon(
  svg`<rect x="5.5" y="5.5" width="8" height="8.5" rx="1.2"/><path d="M10.5 5.5V3.2c0-.7-.5-1.2-1.2-1.2H3.7c-.7 0-1.2.5-1.2 1.2v6.1c0 .7.5 1.2 1.2 1.2h1.8"/>`,
);
export const retryIcon = icon(svg`<path d="M13 8a5 5 0 1 1-1.6-3.7L13 5.8"/><path d="M13 2.6v3.2H9.8"/>`);
export const imageIcon = icon(
  svg`<rect x="2.5" y="3" width="11" height="10"/><circle cx="6" cy="6.3" r="1"/><path d="m3 12 3.5-3.5 2 2 2-2L13 11"/>`,
);
const instanceIcon = icon(svg`<path d="M8 2 14 8l-6 6-6-6z"/>`);
const otherIcon = icon(svg`<circle cx="8" cy="8" r="1.5"/>`);

const nodeIcons: ReadonlyMap<string, TemplateResult> = new Map([
  ["page", pageIcon],
  ["frame", frameIcon],
  ["group", groupIcon],
  ["rectangle", rectangleIcon],
  ["ellipse", ellipseIcon],
  ["line", lineIcon],
  ["path", pathIcon],
  ["text", textIcon],
  ["image", imageIcon],
  ["instance", instanceIcon],
]);

/** The glyph of a design node's type; a dot for a type that isn't known (DOC-1). */
export function nodeIcon(type: string): TemplateResult {
  return nodeIcons.get(type) ?? otherIcon;
}
export const pictureIcon = icon(
  svg`<rect x="2.5" y="3" width="11" height="10" rx="1.5"/><path d="m3 11.5 3-3 2.2 2.2L10.5 8l2.8 2.9"/><circle cx="6" cy="6" r="1"/>`,
);
export const selectionIcon = icon(
  svg`<path d="M4 4h8v8H4z"/><path class="solid" d="M2.8 2.8h2.4v2.4H2.8zM10.8 2.8h2.4v2.4h-2.4zM2.8 10.8h2.4v2.4H2.8zM10.8 10.8h2.4v2.4h-2.4z"/>`,
);
