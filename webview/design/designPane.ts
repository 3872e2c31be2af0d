import { html, nothing, type TemplateResult } from "lit";
import { guard } from "lit/directives/guard.js";
import type { DesignState, OutlineNode } from "../../src/protocol/index.ts";
import { button, iconButton } from "../controls.ts";
import { formatCount } from "../format.ts";
import type { Host } from "../host.ts";
import { chevronIcon, errorIcon, nodeIcon } from "../icons.ts";
import "./nameField.ts";

/** Beyond this depth the outline goes no further to the right. */
const deepestIndent = 12;

/** What the pane asks of the page. */
interface DesignPaneOptions {
  readonly outlineFolded: boolean;
  readonly onFold: () => void;
  /** Takes the focus when the name has been edited. */
  readonly onNamed: () => void;
}

/** The left half: the design's name and outline, or why it can't be shown (PKG-3). */
export function designPane(design: DesignState, host: Host, options: DesignPaneOptions): TemplateResult {
  return design.kind === "damaged" ? damagedDesign(design.reason, host) : readableDesign(design, host, options);
}

function readableDesign(
  design: Extract<DesignState, { kind: "readable" }>,
  host: Host,
  { outlineFolded, onFold, onNamed }: DesignPaneOptions,
): TemplateResult {
  return html`<header class="bar">
      <silverpoint-design-name .host=${host} .name=${design.name} .onDone=${onNamed}></silverpoint-design-name>
      <div class="fold">
        ${iconButton({
          label: "Outline",
          title: outlineFolded ? "Show Outline" : "Hide Outline",
          icon: chevronIcon,
          expanded: !outlineFolded,
          onPress: onFold,
        })}
      </div>
    </header>
    <div class="outline" tabindex="0" role="group" aria-label="Outline">
      ${
        design.outline.length === 0
          ? html`<p class="nothing-yet">Nothing is drawn in this design yet.</p>`
          : guard([design.outline, design.more], () => outline(design.outline, design.more))
      }
    </div>`;
}

function outline(nodes: readonly OutlineNode[], more: number): TemplateResult {
  return html`<ul>
      ${nodes.map(
        (node) =>
          html`<li data-type=${node.type} .style=${`--depth:${Math.min(Math.max(node.depth, 0), deepestIndent)}`}>
            ${nodeIcon(node.type)}<span class="node-name" title=${`${node.name} (${node.type})`}
              >${node.name === "" ? html`<span class="muted">${node.type}</span>` : node.name}</span
            >
          </li>`,
      )}
    </ul>
    ${more > 0 ? html`<p class="nothing-yet">${formatCount(more)} more not listed</p>` : nothing}`;
}

function damagedDesign(reason: string, host: Host): TemplateResult {
  return html`<section class="damaged" aria-labelledby="damaged-title">
    ${errorIcon}
    <h2 id="damaged-title">This design can’t be read</h2>
    <p class="lines">${reason}</p>
    <p class="muted">The file is left as it is. Mend it as text, then try again; the conversation isn’t affected.</p>
    <div class="actions">
      ${button({
        label: "Open as Text",
        tone: "primary",
        onPress: () => host.tell("runCommand", { command: "openDocumentAsText" }),
      })}
      ${button({ label: "Try Again", onPress: () => host.tell("reloadDesign", {}) })}
    </div>
  </section>`;
}
