import * as l10n from "@vscode/l10n";
import { html, nothing, type TemplateResult } from "lit";
import type { PanelState } from "../../src/protocol/index.ts";
import "../conversation/modePicker.ts";
import { button, iconButton } from "../controls.ts";
import type { Host } from "../host.ts";
import { pictureIcon, upIcon } from "../icons.ts";
import { type SendWith, sendingKeys } from "../keys.ts";
import { mayBecomeCommand } from "./lastTurnCommand.ts";
import { modelButton } from "./modelButton.ts";

interface ComposerFoot {
  readonly host: Host | undefined;
  readonly text: string;
  readonly turn: PanelState["turn"];
  readonly mode: PanelState["mode"];
  readonly model: string;
  readonly sendWith: SendWith;
  readonly isAsked: boolean;
  readonly isEntering: boolean;
  readonly canSend: boolean;
  readonly onShowAsked: () => void;
  readonly onModeChosen: () => void;
  readonly onFiles: (files: readonly File[]) => void;
  readonly onStop: () => void;
  readonly onSend: () => void;
}

/** The line below the text: what the next message runs as and on, what Enter does, the buttons. */
export function composerFoot(foot: ComposerFoot): TemplateResult {
  const { host, turn, mode, model, canSend, onModeChosen, onFiles, onStop, onSend } = foot;
  const keys = sendingKeys(foot.sendWith);
  return html`${foot.isAsked && !foot.isEntering ? askedLine(foot.onShowAsked) : nothing}
  <div class="composer-foot">
    ${addImageButton(onFiles)}
    <silverpoint-mode .host=${host} .mode=${mode} .onChosen=${onModeChosen}></silverpoint-mode>
    ${modelButton(model, host)}
    <span class="hint" id="composer-hint" title=${hint(foot)}><span>${hint(foot)}</span></span>
    ${
      turn === "idle"
        ? nothing
        : button({
            label: l10n.t("Stop"),
            title: l10n.t("Stop (Escape)"),
            disabled: turn === "stopping",
            onPress: onStop,
          })
    }
    ${button({
      label: l10n.t("Send"),
      tone: "primary",
      title: turn === "idle" ? l10n.t("Send ({0})", keys) : l10n.t("Send when this turn has ended ({0})", keys),
      disabled: !canSend,
      onPress: onSend,
    })}
  </div>`;
}

/** The file field itself is neither seen nor reached by Tab: the button stands for it. */
function addImageButton(onFiles: (files: readonly File[]) => void): TemplateResult {
  const choose = (event: Event) => {
    const field = event.currentTarget instanceof Element ? event.currentTarget.nextElementSibling : null;
    if (field instanceof HTMLInputElement) field.click();
  };
  const chosen = (event: Event) => {
    if (!(event.target instanceof HTMLInputElement)) return;
    const files = [...(event.target.files ?? [])];
    // The same file can be chosen again.
    event.target.value = "";
    onFiles(files);
  };
  return html`<span class="add-image"
    >${iconButton({
      label: l10n.t("Add Image…"),
      icon: pictureIcon,
      onPress: choose,
    })}<input type="file" accept="image/*" multiple hidden tabindex="-1" @change=${chosen}
  /></span>`;
}

/** What nothing written here answers has a line of its own, which leads to it. */
function askedLine(onPress: () => void): TemplateResult {
  return html`<button type="button" class="quiet-button asked-line" id="composer-asked" @click=${onPress}>
    ${upIcon}<span>${l10n.t("The agent waits for your answer above")}</span>
  </button>`;
}

function hint({ text, turn, isEntering, sendWith }: ComposerFoot): string {
  if (isEntering) return l10n.t("Adding images…");
  if (turn === "idle" && mayBecomeCommand(text)) return l10n.t("/retry answers again, /revise edits the last message");
  const keys = sendingKeys(sendWith);
  if (turn !== "idle") return l10n.t("{0} queues your message", keys);
  return sendWith === "enter"
    ? l10n.t("Enter to send, Shift+Enter for a new line")
    : l10n.t("{0} to send, Enter for a new line", keys);
}
