import { html, type TemplateResult } from "lit";

/** Ways to begin. The agent doesn't see the design, so none of them is about it. */
const examples: readonly string[] = [
  "Suggest a calm colour palette, with the contrast of each pair.",
  "Write three headlines for a night market poster, each under six words.",
  "What makes a poster readable from ten steps away?",
];

/** What a conversation without items shows: an invitation, and examples that fill the composer. */
export function emptyState(fill: (text: string) => void): TemplateResult {
  return html`<section class="empty" aria-labelledby="empty-title">
    <h2 id="empty-title">What shall we work on?</h2>
    <p>Think an idea through, ask for words or colours, or begin with one of these.</p>
    <ul>
      ${examples.map(
        (example) =>
          html`<li>
            <button type="button" class="example" @click=${() => fill(example)}>${example}</button>
          </li>`,
      )}
    </ul>
  </section>`;
}
