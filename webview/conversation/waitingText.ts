import { html, nothing, type TemplateResult } from "lit";
import type { WaitingMessage } from "../../src/protocol/index.ts";
import { formatImages } from "../format.ts";

/** A waiting message in one line. An entry of the file that isn't a message of ours is shown, and says so (FMT-5). */
export function waitingText(message: WaitingMessage): TemplateResult {
  const images =
    message.imageCount > 0 ? html`<span class="muted"> · ${formatImages(message.imageCount)}</span>` : nothing;
  const foreign = message.sendable ? nothing : html`<span class="muted"> · kept, can’t be sent from here</span>`;
  return html`<span class="waiting-text" title=${message.text}>${message.text}${images}${foreign}</span>`;
}
