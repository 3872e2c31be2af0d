import { ReactiveElement } from "lit";
import { MarkdownBlocks, renderBlocks } from "./blocks.ts";
import { equipBlock } from "./codeBlock.ts";
import { endingOf } from "./openMarks.ts";
import { growPieces, layInPieces } from "./piecedBlock.ts";
import { sanitizedNodes } from "./sanitize.ts";

interface ShownBlock {
  readonly html: string;
  readonly element: HTMLElement;
}

/** How long the next rendering is put off, in units of what the last one took: most of the time stays free for typing. */
const restFactor = 4;

/** Markdown text, block by block while it grows, and once more as a whole when it is complete. */
class SilverpointMarkdown extends ReactiveElement {
  static override properties = { text: { attribute: false }, running: { attribute: false } };
  text = "";
  running = false;
  #blocks = new MarkdownBlocks(endingOf);
  #shown: ShownBlock[] = [];
  #restUntil = 0;
  #timer: ReturnType<typeof setTimeout> | undefined;

  protected override createRenderRoot(): HTMLElement {
    return this;
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    clearTimeout(this.#timer);
    this.#timer = undefined;
  }

  protected override updated(): void {
    const rest = this.#restUntil - performance.now();
    if (!this.running || rest <= 0) this.#show();
    else this.#timer ??= setTimeout(() => this.#show(), rest);
  }

  #show(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    const began = performance.now();
    if (this.running) {
      const { start, html } = this.#blocks.update(this.text);
      this.#replace(start, html);
    } else {
      this.#replace(0, renderBlocks(this.text));
      this.#blocks = new MarkdownBlocks(endingOf);
    }
    const ended = performance.now();
    this.#restUntil = ended + (ended - began) * restFactor;
  }

  /** Puts the blocks from `start` on in place. An element whose HTML is the same stays, with its selection and scroll. */
  #replace(start: number, html: readonly string[]): void {
    for (const [offset, block] of html.entries()) {
      const index = start + offset;
      const old = this.#shown[index];
      if (old?.html === block) continue;
      const made = blockElement(block);
      const element = old !== undefined && growPieces(old.element, made) ? old.element : made;
      if (old === undefined) this.append(element);
      else if (element !== old.element) old.element.replaceWith(element);
      this.#shown[index] = { html: block, element };
    }
    for (const extra of this.#shown.splice(start + html.length)) extra.element.remove();
  }
}

function blockElement(html: string): HTMLElement {
  const element = document.createElement("div");
  element.className = "block";
  element.append(sanitizedNodes(html));
  equipBlock(element);
  layInPieces(element);
  return element;
}

customElements.define("silverpoint-markdown", SilverpointMarkdown);
