import { html, nothing, type TemplateResult } from "lit";
import { repeat } from "lit/directives/repeat.js";
import type { WaitingMessage } from "../../src/protocol/index.ts";
import { formatImages } from "../format.ts";

/** A waiting message in one line. An entry of the file that isn't a message of ours is shown, and says so (FMT-5). */
export function waitingText(message: WaitingMessage): TemplateResult {
  const images =
    message.imageCount > 0 ? html`<span class="muted"> · ${formatImages(message.imageCount)}</span>` : nothing;
  const foreign = message.sendable ? nothing : html`<span class="muted"> · kept, can’t be sent from here</span>`;
  return html`<span class="waiting-text" title=${message.text}>${message.text}${images}${foreign}</span>`;
}

/** One list item each. A message keeps its element, and with it the focus, when one before it goes. */
export function waitingRows(
  messages: readonly WaitingMessage[],
  row: (message: WaitingMessage) => TemplateResult,
): unknown {
  return repeat(
    messages,
    ({ id }, index) => `${messages.slice(0, index).filter((earlier) => earlier.id === id).length} ${id}`,
    (message) => html`<li>${row(message)}</li>`,
  );
}
