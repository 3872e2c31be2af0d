/** Finds words that a page would show in one language only: what stands as it is in a template or a label. */

const letters = /\p{L}{2,}/u;
const shownAttribute = /\s(?:aria-label|aria-description|aria-valuetext|title|placeholder|alt)="([^"]*)"/g;
const shownProperty = /\b(?:label|title|placeholder|tooltip)(?::|\s*=)\s*"((?:[^"\\]|\\.)*)"/g;
/** Stands for what a template takes in, which is looked at by itself. */
const hole = "\u0000";

/** The words in a file's source that don't go through `l10n.t`. */
export function writtenWords(source: string): string[] {
  const templates = htmlTemplates(source);
  return [
    ...templates.flatMap((template) => [...wordsBetweenTags(template), ...matches(template, shownAttribute)]),
    ...matches(withoutTemplates(source, templates), shownProperty),
  ].filter((words) => letters.test(words));
}

function matches(text: string, pattern: RegExp): string[] {
  return [...text.matchAll(pattern)].map(([, words = ""]) => words.replaceAll(hole, "").replaceAll(/\$\{[^}]*\}/g, ""));
}

function wordsBetweenTags(template: string): string[] {
  return template
    .replaceAll(/<!--.*?-->/gs, "")
    .split(/<[^<>]*>/s)
    .flatMap((text) => text.split(hole))
    .map((text) => text.replaceAll(/&\w+;/g, "").trim())
    .filter((text) => !/[<>]/.test(text));
}

/** Attributes of templates are looked at as such. */
function withoutTemplates(source: string, templates: readonly string[]): string {
  return templates.reduce(
    (text, template) => template.split(hole).reduce((rest, part) => rest.replace(part, ""), text),
    source,
  );
}

/** Every `html` template of a source with what it takes in replaced by a hole, those inside of others too. */
function htmlTemplates(source: string): string[] {
  const found: string[] = [];
  for (const { index } of source.matchAll(/\bhtml`/g)) found.push(staticText(source, index + "html`".length));
  return found;
}

function staticText(source: string, start: number): string {
  let text = "";
  for (let at = start; at < source.length && source[at] !== "`"; at++) {
    if (source.startsWith("${", at)) {
      at = endOfExpression(source, at + 2);
      text += hole;
    } else if (source[at] === "\\") at++;
    else text += source[at];
  }
  return text;
}

/** Where the brace stands that closes an expression in a template. */
function endOfExpression(source: string, start: number): number {
  let depth = 0;
  for (let at = start; at < source.length; at++) {
    const character = source[at] ?? "";
    if (character === "{") depth++;
    else if (character === "}" && depth-- === 0) return at;
    else if (character === "`") at = endOfTemplate(source, at + 1);
    else if (character === '"' || character === "'") at = endOfString(source, at);
  }
  return source.length;
}

function endOfTemplate(source: string, start: number): number {
  for (let at = start; at < source.length; at++) {
    if (source[at] === "`") return at;
    if (source[at] === "\\") at++;
    else if (source.startsWith("${", at)) at = endOfExpression(source, at + 2);
  }
  return source.length;
}

function endOfString(source: string, start: number): number {
  for (let at = start + 1; at < source.length; at++) {
    if (source[at] === source[start]) return at;
    if (source[at] === "\\") at++;
  }
  return source.length;
}
