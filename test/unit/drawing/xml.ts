/** A strict reader of the XML that drawings are made of: elements, attributes and text, and nothing else. */
export interface XmlElement {
  readonly tag: string;
  readonly attributes: ReadonlyMap<string, string>;
  readonly children: readonly (XmlElement | string)[];
}

const name = /[A-Za-z][A-Za-z0-9:-]*/y;
const attribute = / ([A-Za-z][A-Za-z0-9:-]*)="([^"<]*)"/y;
const text = /[^<]+/y;
const entities: Readonly<Record<string, string>> = { amp: "&", lt: "<", gt: ">", quot: '"' };
// biome-ignore lint/suspicious/noControlCharactersInRegex: XML has none of these.
const forbidden = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]|\p{Surrogate}/u;

/** Throws where the markup isn't well-formed. */
export function parseXml(markup: string): XmlElement {
  if (forbidden.test(markup)) throw new Error("A character that XML doesn't have.");
  let at = 0;
  const take = (pattern: RegExp): RegExpExecArray | undefined => {
    pattern.lastIndex = at;
    const found = pattern.exec(markup);
    if (found !== null) at += found[0].length;
    return found ?? undefined;
  };
  const fail = (what: string): never => {
    throw new Error(`${what} at ${at}: ${markup.slice(at, at + 60)}`);
  };
  const takeLiteral = (literal: string): boolean => {
    if (!markup.startsWith(literal, at)) return false;
    at += literal.length;
    return true;
  };
  const readElement = (): XmlElement => {
    if (!takeLiteral("<")) fail("No element");
    const tag = take(name)?.[0] ?? fail("No name");
    const attributes = new Map<string, string>();
    for (let found = take(attribute); found !== undefined; found = take(attribute)) {
      const [, key = "", value = ""] = found;
      if (attributes.has(key)) fail(`${key} twice`);
      attributes.set(key, decode(value));
    }
    if (takeLiteral("/>")) return { tag, attributes, children: [] };
    if (!takeLiteral(">")) fail("The tag isn't closed");
    const children: (XmlElement | string)[] = [];
    while (!takeLiteral(`</${tag}>`)) {
      const content = take(text)?.[0];
      if (content?.includes("]]>")) fail("]]> in text");
      children.push(content === undefined ? readElement() : decode(content));
    }
    return { tag, attributes, children };
  };
  const root = readElement();
  if (at !== markup.length) fail("More than one element");
  return root;
}

function decode(escaped: string): string {
  return escaped.replace(/&(?:(\w+)|#(\d+));|&/g, (found, entity: string | undefined, code: string | undefined) => {
    if (code !== undefined) return String.fromCodePoint(Number(code));
    const character = entity === undefined ? undefined : entities[entity];
    if (character === undefined) throw new Error(`${found} isn't an entity.`);
    return character;
  });
}

/** The element and all elements in it. */
export function elementsOf(element: XmlElement): XmlElement[] {
  return [element, ...element.children.flatMap((child) => (typeof child === "string" ? [] : elementsOf(child)))];
}
