import { html, nothing, type TemplateResult } from "lit";
import type { WaitingMessage } from "../../src/protocol/index.ts";
import { button } from "../controls.ts";
import type { Host } from "../host.ts";
import { returnIcon } from "../icons.ts";
import { waitingRows, waitingText } from "./waitingText.ts";

/** Messages that a turn handed back and that aren't in the composer now (TRN-6). */
export function unsentList(
  messages: readonly WaitingMessage[],
  onEdit: (message: WaitingMessage) => void,
  host: Host,
): TemplateResult | typeof nothing {
  if (messages.length === 0) return nothing;
  return html`<section class="waiting-list" aria-labelledby="unsent-title">
    <div class="waiting-head">${returnIcon}<h3 id="unsent-title">Not answered, handed back to you</h3></div>
    <ul>
      ${waitingRows(
        messages,
        (message) =>
          html`${waitingText(message)}
            <span class="row-buttons">
              ${message.sendable ? button({ label: "Edit", onPress: () => onEdit(message) }) : nothing}
              ${button({ label: "Dismiss", onPress: () => host.tell("dismissUnsent", { id: message.id }) })}
            </span>`,
      )}
    </ul>
  </section>`;
}
