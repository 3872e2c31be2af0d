import type { SvgNode } from "./svgNode.ts";

const names = /^[A-Za-z][A-Za-z0-9:-]*$/;

/** The drawing as well-formed XML text. Whatever stands in it, it can't leave its attribute or its element. */
export function toMarkup(node: SvgNode): string {
  const parts: string[] = [];
  write(node, parts);
  return parts.join("");
}

function write(node: SvgNode, parts: string[]): void {
  if (!names.test(node.tag)) return;
  parts.push("<", node.tag);
  for (const [name, value] of Object.entries(node.attributes)) {
    if (names.test(name)) parts.push(" ", name, '="', escapeAttribute(value), '"');
  }
  if (node.children.length === 0) {
    parts.push("/>");
    return;
  }
  parts.push(">");
  for (const child of node.children) {
    if (typeof child === "string") parts.push(escapeText(child));
    else write(child, parts);
  }
  parts.push("</", node.tag, ">");
}

function escapeText(text: string): string {
  return withoutForbidden(text).replace(/&/g, "&amp;").replace(/</g, "&lt;").replace(/>/g, "&gt;");
}

/** White space is written as references: a reader of XML would make plain spaces of it. */
function escapeAttribute(text: string): string {
  return escapeText(text)
    .replace(/"/g, "&quot;")
    .replace(/[\t\n\r]/g, (space) => `&#${space.charCodeAt(0)};`);
}

/** What XML 1.0 can't hold in any form: control characters, halves of surrogate pairs, U+FFFE and U+FFFF. */
export function withoutForbidden(text: string): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what is removed.
  return text.replace(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f\ufffe\uffff]|\p{Surrogate}/gu, "");
}
