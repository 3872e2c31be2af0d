import * as l10n from "@vscode/l10n";
import { html, nothing, type TemplateResult } from "lit";
import { repeat } from "lit/directives/repeat.js";
import type { WaitingMessage } from "../../src/protocol/index.ts";
import { thumbnails } from "../composer/thumbnails.ts";
import { formatImages } from "../format.ts";
import type { Host } from "../host.ts";

/** A waiting message in one line, with its images. An entry of the file that isn't a message of ours is shown, and says so (FMT-5). */
export function waitingText(message: WaitingMessage, host: Host | undefined): TemplateResult {
  const count =
    message.imageCount > 0 ? html`<span class="muted"> · ${formatImages(message.imageCount)}</span>` : nothing;
  const foreign = message.sendable
    ? nothing
    : html`<span class="muted"> · ${l10n.t("kept, can’t be sent from here")}</span>`;
  const images = (message.images ?? []).map((sha256) => ({ sha256, name: "" }));
  return html`${thumbnails({ host, label: l10n.t("Images of this message"), images })}
    <span class="waiting-text" title=${message.text}>${message.text}${count}${foreign}</span>`;
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
