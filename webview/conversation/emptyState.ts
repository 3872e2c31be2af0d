import { html, type TemplateResult } from "lit";
import type { DesignState } from "../../src/protocol/index.ts";

/** What a conversation without items shows: an invitation, and ways to begin that fill the composer. */
export function emptyState(design: DesignState, fill: (text: string) => void): TemplateResult {
  const name = design.kind === "readable" && design.name !== "" ? `“${design.name}”` : "this design";
  return html`<section class="empty" aria-labelledby="empty-title">
    <h2 id="empty-title">What shall we work on?</h2>
    <p>Ask about ${name}, think an idea through, or begin with one of these.</p>
    <ul>
      ${examples(name).map(
        (example) =>
          html`<li>
            <button type="button" class="example" @click=${() => fill(example)}>${example}</button>
          </li>`,
      )}
    </ul>
  </section>`;
}

function examples(name: string): readonly string[] {
  return [
    `Describe ${name} and what could be clearer in it.`,
    "Suggest a calm colour palette, with the contrast of each pair.",
    "Write three headlines for the first page, each under six words.",
  ];
}
