import * as l10n from "@vscode/l10n";
import { html, nothing, type TemplateResult } from "lit";
import { visiblePlainText, visibleText } from "../cards/visibleText.ts";
import type { Host } from "../host.ts";
import { nodeName, pointAt, selectNodes } from "../nodeEvents.ts";

interface ShownNode {
  readonly id: string;
  /** What it was called, where that is known. */
  readonly name?: string;
}

/** The nodes that an item is about: pointing at one shows it in the drawing, pressing it selects it there. */
export function nodeChips(nodes: readonly ShownNode[], host: Host): TemplateResult | typeof nothing {
  if (nodes.length === 0) return nothing;
  return html`<ul class="node-chips" aria-label=${l10n.t("Nodes")}>
    ${nodes.map((node) => html`<li>${chip(node, host)}</li>`)}
  </ul>`;
}

function chip({ id, name: known }: ShownNode, host: Host): TemplateResult {
  const name = known ?? nodeName(host, id) ?? id;
  const point = (event: Event) => pointAt(event.currentTarget, [id]);
  const leave = (event: Event) => pointAt(event.currentTarget, []);
  return html`<button
    type="button"
    class="chip"
    title=${l10n.t("Select {0} in the drawing", visiblePlainText(name))}
    @click=${(event: Event) => selectNodes(event.currentTarget, [id])}
    @pointerenter=${point}
    @pointerleave=${leave}
    @focus=${point}
    @blur=${leave}
  >
    ${visibleText(name)}
  </button>`;
}
