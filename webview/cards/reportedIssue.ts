import * as l10n from "@vscode/l10n";
import { html, nothing, type TemplateResult } from "lit";
import type { ViewItem } from "../../src/protocol/index.ts";
import type { Host } from "../host.ts";
import { flagIcon } from "../icons.ts";
import { itemStanding } from "../items/card.ts";
import { itemActions } from "../items/itemActions.ts";
import { nodeChips } from "../items/nodeChips.ts";
import { foot } from "../items/parts.ts";
import { cardLines } from "./parts.ts";
import { visibleText } from "./visibleText.ts";

/** So many nodes are named; a file can hold any number. */
const mostNodes = 50;

/** Something that the agent found wrong and didn't mend. */
export function reportedIssueView(item: ViewItem, host: Host): TemplateResult {
  const nodes = (item.nodes ?? []).slice(0, mostNodes).map((id) => ({ id }));
  return html`<div class="card issue">
      <div class="card-head">${flagIcon}<span class="card-type">${l10n.t("Reported Issue")}</span>${itemStanding(item)}</div>
    ${item.name ? html`<p class="issue-title">${visibleText(item.name)}</p>` : nothing} ${cardLines(item.summary)}
      ${cardLines(item.text)}${nodeChips(nodes, host)}${foot(item, host)}
    </div>
    ${itemActions(item, host)}`;
}
