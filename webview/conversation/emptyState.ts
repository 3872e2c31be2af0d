import * as l10n from "@vscode/l10n";
import { html, type TemplateResult } from "lit";
import type { PanelState } from "../../src/protocol/index.ts";

/** What a conversation without items shows: an invitation, and things to try with this design, which fill the composer. */
export function emptyState(
  { design, drawing }: Pick<PanelState, "design" | "drawing">,
  fill: (text: string) => void,
): TemplateResult {
  return html`<section class="empty" aria-labelledby="empty-title">
    <h2 id="empty-title">${l10n.t("What shall we work on?")}</h2>
    <p>${l10n.t("The agent sees this design and can change it. Each of its changes is one step that Undo takes back.")}</p>
    <ul>
      ${examples(design, drawing.pages.length).map(
        (example) =>
          html`<li>
            <button type="button" class="example" @click=${() => fill(example)}>${example}</button>
          </li>`,
      )}
    </ul>
  </section>`;
}

function examples(design: PanelState["design"], pages: number): readonly string[] {
  // Nothing can be sent before it is mended.
  if (design.kind === "damaged") return [];
  const name = design.name.trim();
  const hasNodes = design.outline.some(({ type }) => type !== "page");
  if (!hasNodes) {
    return [
      name === ""
        ? l10n.t("Draw a first draft of a poster for a night market.")
        : l10n.t("Draw a first draft of “{0}”: a title, a picture and a line of text.", name),
      l10n.t("Lay out a page with a header, three columns and a footer."),
      l10n.t("Ask me what this design is for, then propose three directions for it."),
    ];
  }
  return [
    name === ""
      ? l10n.t("Look at this design and tell me what would make it clearer.")
      : l10n.t("Look at “{0}” and tell me what would make it clearer.", name),
    pages > 1
      ? l10n.t("Make the margins and the type sizes the same on all {0} pages.", pages)
      : l10n.t("Line everything up on one grid, with equal margins."),
    l10n.t("Check the contrast of every text, and mend what is too weak."),
  ];
}
