import * as l10n from "@vscode/l10n";
import { html, nothing, type TemplateResult } from "lit";
import { button, iconButton } from "../controls.ts";
import { removeIcon, selectionIcon } from "../icons.ts";
import { type SelectedNode, selectionWords } from "./selectedNodes.ts";

/** Each node is a picture of its own; so many are worth what they cost. */
export const pictureLimit = 4;

interface SelectionChip {
  readonly nodes: readonly SelectedNode[];
  readonly isDrawing: boolean;
  readonly onAttach: () => void;
  readonly onClear: () => void;
}

/** What is selected in the drawing, which the agent is told of (TRN-1), and can be shown (DOC-3). */
export function selectionChip({ nodes, isDrawing, onAttach, onClear }: SelectionChip): TemplateResult | typeof nothing {
  if (nodes.length === 0) return nothing;
  const words = selectionWords(nodes);
  const isMany = nodes.length > pictureLimit;
  return html`<div class="selection-chip" role="group" aria-label=${l10n.t("Selected in the drawing: {0}", words)}>
    ${selectionIcon}
    <span class="selection-name" title=${l10n.t("The agent is told that this is selected")}>${words}</span>
    ${button({
      label: l10n.t("Attach Picture"),
      disabled: isDrawing || isMany,
      title: isMany
        ? l10n.t("Select {0} nodes at most to attach their pictures", pictureLimit)
        : l10n.t("Shows the agent what is selected"),
      onPress: onAttach,
    })}
    ${iconButton({ label: l10n.t("Clear Selection"), icon: removeIcon, onPress: onClear })}
  </div>`;
}
