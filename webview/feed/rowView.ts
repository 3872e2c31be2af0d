import * as l10n from "@vscode/l10n";
import { html, type TemplateResult } from "lit";
import { guard } from "lit/directives/guard.js";
import type { Host } from "../host.ts";
import { itemView } from "../items/itemView.ts";
import { itemLabel } from "../items/labels.ts";
import { toolGroupView } from "../items/toolGroup.ts";
import type { FeedRow } from "./rows.ts";

/** What a row is shown with besides itself. */
export interface RowSurroundings {
  readonly host: Host;
  /** How many items the conversation has. */
  readonly total: number;
  /** Whether a gathered run shows its tools. */
  readonly isOpen: boolean;
  readonly toggle: () => void;
}

/** A row of the feed. A gathered run is one article at its first tool's place; each tool of an open run is one of its own. */
export function rowView(row: FeedRow, { host, total, isOpen, toggle }: RowSurroundings): TemplateResult {
  switch (row.kind) {
    case "item":
      return html`<article
        data-type=${row.item.type}
        tabindex="-1"
        aria-label=${itemLabel(row.item)}
        aria-posinset=${row.first + 1}
        aria-setsize=${total}
      >
        ${guard([row.item, host], () => itemView(row.item, host))}
      </article>`;
    case "tools":
      return toolGroupView({ row, total, isOpen, toggle, host });
    case "unknown":
      return html`<p class="waiting" role="status"><span class="dots"></span>${l10n.t("Loading earlier messages…")}</p>`;
  }
}
