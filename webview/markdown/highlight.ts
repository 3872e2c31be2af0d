/** Code in colours. What comes out are nodes with text in them: no markup is made of what the code says. */
import highlighter from "highlight.js/lib/core";
import bash from "highlight.js/lib/languages/bash";
import css from "highlight.js/lib/languages/css";
import diff from "highlight.js/lib/languages/diff";
import javascript from "highlight.js/lib/languages/javascript";
import json from "highlight.js/lib/languages/json";
import markdown from "highlight.js/lib/languages/markdown";
import python from "highlight.js/lib/languages/python";
import typescript from "highlight.js/lib/languages/typescript";
import xml from "highlight.js/lib/languages/xml";

/**
 * Longest code in UTF-16 units that is coloured; longer code stands in one colour. So does code with a line, a word or a stretch
 * of blanks so long that nobody wrote it: what such text costs the highlighter grows with the square of its length.
 */
const longest = 10_000;
const overlong = /[^\n]{501}|\S{201}|\s{151}/;

const languages = { bash, css, diff, javascript, json, markdown, python, typescript, xml };

let isReady = false;

/** The code as nodes; undefined where it stays one text, in a language that isn't known or too long. */
export function highlightedNodes(code: string, language: string): DocumentFragment | undefined {
  if (!isReady) registerLanguages();
  if (code.length > longest || overlong.test(code) || highlighter.getLanguage(language) === undefined) return undefined;
  try {
    const { _emitter: emitter } = highlighter.highlight(code, { language, ignoreIllegals: true });
    return emitter instanceof NodeEmitter && emitter.content.textContent === code ? emitter.content : undefined;
  } catch {
    return undefined;
  }
}

/** Builds what the highlighter finds as elements, in place of its HTML text. It calls the two pairs by turns. */
class NodeEmitter {
  readonly content = document.createDocumentFragment();
  #place: Node = this.content;

  startScope(scope: string): void {
    const element = document.createElement("span");
    element.className = `code-${scope.split(".", 1)[0] ?? ""}`;
    this.#place.appendChild(element);
    this.#place = element;
  }

  endScope(): void {
    this.#place = this.#place.parentNode ?? this.content;
  }

  openNode(scope: string): void {
    this.startScope(scope);
  }

  closeNode(): void {
    this.endScope();
  }

  addText(text: string): void {
    this.#place.appendChild(document.createTextNode(text));
  }

  /** Another language inside this one, as a style sheet in HTML. */
  __addSublanguage(inner: unknown): void {
    if (inner instanceof NodeEmitter) this.#place.appendChild(inner.content);
  }

  finalize(): void {
    this.#place = this.content;
  }

  toHTML(): string {
    return "";
  }
}

function registerLanguages(): void {
  isReady = true;
  highlighter.configure({ __emitter: NodeEmitter });
  for (const [name, language] of Object.entries(languages)) highlighter.registerLanguage(name, language);
}
