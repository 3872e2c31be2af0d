import * as l10n from "@vscode/l10n";
import { html, nothing, type TemplateResult } from "lit";
import type { WaitingMessage } from "../../src/protocol/index.ts";
import { button } from "../controls.ts";
import type { Host } from "../host.ts";
import { editIcon, returnIcon } from "../icons.ts";
import { waitingRows, waitingText } from "./waitingText.ts";

/** Messages that a turn handed back and that aren't in the composer now (TRN-6). */
export function unsentList(
  messages: readonly WaitingMessage[],
  onEdit: (message: WaitingMessage) => void,
  host: Host,
): TemplateResult | typeof nothing {
  if (messages.length === 0) return nothing;
  const title = messages.every(({ revises }) => revises)
    ? l10n.t("Your last message, to be edited")
    : l10n.t("Not answered, handed back to you");
  return html`<section class="waiting-list" aria-labelledby="unsent-title">
    <div class="waiting-head">${returnIcon}<h3 id="unsent-title">${title}</h3></div>
    <ul>
      ${waitingRows(
        messages,
        (message) =>
          html`${waitingText(message, host)}
            <span class="row-buttons">
              ${message.sendable ? button({ label: l10n.t("Edit"), onPress: () => onEdit(message) }) : nothing}
              ${button({ label: l10n.t("Dismiss"), onPress: () => host.tell("dismissUnsent", { id: message.id }) })}
            </span>`,
      )}
    </ul>
  </section>`;
}

/** Says that what stands in the composer is an edit of the last message, and lets it be given up. */
export function editingLine(message: WaitingMessage | undefined, host: Host): TemplateResult | typeof nothing {
  if (message === undefined) return nothing;
  return html`<div class="editing" role="status">
    ${editIcon}<span class="lines">${l10n.t("You are editing your last message. Sent, it takes the place of that message and its answer.")}</span>
    ${button({ label: l10n.t("Cancel Edit"), onPress: () => host.tell("dismissUnsent", { id: message.id }) })}
  </div>`;
}
