import { html, nothing, type TemplateResult } from "lit";
import { guard } from "lit/directives/guard.js";
import { repeat } from "lit/directives/repeat.js";
import type { ViewItem } from "../../src/protocol/index.ts";
import { visiblePlainText, visibleText } from "../cards/visibleText.ts";
import type { ToolsRow } from "../feed/rows.ts";
import type { Host } from "../host.ts";
import { toolIcon } from "../icons.ts";
import { cardView, toneIcon } from "./card.ts";
import { groupCount, groupWords } from "./groupWords.ts";
import { itemLabel, itemTone, type StatusTone } from "./labels.ts";

interface ToolGroup {
  readonly row: ToolsRow;
  readonly host: Host;
  /** How many items the conversation has. */
  readonly total: number;
  readonly isOpen: boolean;
  readonly toggle: () => void;
}

/** A run of tools under one line that says what they did; opened, each is an article of its own within it. */
export function toolGroupView(group: ToolGroup): TemplateResult {
  const { row, total, isOpen, toggle } = group;
  const words = groupWords(row.items);
  const tone = toneOf(row.items);
  const shown = visibleText(words);
  return html`<article
    data-type="tools"
    tabindex="-1"
    aria-label=${visiblePlainText(words)}
    aria-posinset=${row.first + 1}
    aria-setsize=${total}
  >
    <div class="tool-group card">
      <button
        type="button"
        class="card-head group-head"
        aria-expanded=${isOpen ? "true" : "false"}
        title=${visiblePlainText(words)}
        @click=${toggle}
      >
        ${toolIcon}
        <span class="card-deed">${tone === "running" ? html`<span class="shimmer">${shown}</span>` : shown}</span>
        <span class="standing" data-tone=${tone}>${toneIcon(tone)}<span>${groupCount(row.items)}</span></span>
      </button>
      ${isOpen ? insides(group) : nothing}
    </div>
  </article>`;
}

function insides({ row: { items, first }, host, total }: ToolGroup): TemplateResult {
  return html`<div class="group-items">
    ${repeat(
      items,
      (_item, index) => first + index,
      (item, index) =>
        html`<article
          data-type="tool"
          tabindex="-1"
          aria-label=${itemLabel(item)}
          aria-posinset=${first + index + 1}
          aria-setsize=${total}
        >
          ${guard([item, host], () => cardView(item, host))}
        </article>`,
    )}
  </div>`;
}

/** Something that runs is said before something that failed, and that before all that went well. */
function toneOf(items: readonly ViewItem[]): StatusTone {
  const tones = new Set(items.map(itemTone));
  return (
    (["running", "waiting", "failed", "declined", "interrupted", "finished"] as const).find((tone) =>
      tones.has(tone),
    ) ?? "other"
  );
}
