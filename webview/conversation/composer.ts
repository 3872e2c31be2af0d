import { html, nothing, type PropertyDeclarations, type TemplateResult } from "lit";
import { live } from "lit/directives/live.js";
import type { PanelState } from "../../src/protocol/index.ts";
import { button } from "../controls.ts";
import { type Host, reasonOf } from "../host.ts";
import { warningIcon } from "../icons.ts";
import { actionButton } from "../items/parts.ts";
import { isConfirmingEnter, keepEditingKeys } from "../keys.ts";
import { PanelElement } from "../panelElement.ts";
import type { Draft } from "./draft.ts";

/** Where the person writes. Writing is always possible; sending is when nothing blocks it. */
export class SilverpointComposer extends PanelElement {
  static override properties: PropertyDeclarations = {
    host: { attribute: false },
    draft: { attribute: false },
    text: { attribute: false },
    turn: { attribute: false },
    blocked: { attribute: false },
    imageCount: { attribute: false },
    onSent: { attribute: false },
    sending: { state: true },
    problem: { state: true },
  };
  host: Host | undefined;
  draft: Draft | undefined;
  /** The draft's text as it was when the pane above was last shown; a new one shows the draft again. */
  text = "";
  turn: PanelState["turn"] = "idle";
  blocked: PanelState["composer"]["blocked"];
  /** Pictures of the handed-back message that is being edited; they go out with it. */
  imageCount = 0;
  onSent: (() => void) | undefined;
  sending = false;
  problem = "";

  /** The caret stays where it was; a new text has it at its end. */
  override focus(): void {
    this.querySelector("textarea")?.focus();
  }

  protected override render(): TemplateResult {
    const { turn } = this;
    return html`${this.problem === "" ? nothing : html`<p class="problem" role="alert">${warningIcon}${this.problem}</p>`}
      <div class="composer">
        ${this.#blockedReason()}
        <textarea
          aria-label="Message"
          aria-describedby=${this.blocked ? "composer-blocked" : "composer-hint"}
          placeholder="Message the agent"
          rows="1"
          .value=${live(this.draft?.text ?? "")}
          @input=${this.#written}
          @blur=${() => this.draft?.flush()}
          @keydown=${this.#keyPressed}
        ></textarea>
        <div class="composer-foot">
          <span class="hint" id="composer-hint">${this.#hint()}</span>
          ${
            turn === "idle"
              ? nothing
              : button({
                  label: "Stop",
                  title: "Stop (Escape)",
                  disabled: turn === "stopping",
                  onPress: () => this.#stop(),
                })
          }
          ${button({
            label: "Send",
            tone: "primary",
            title: turn === "idle" ? "Send (Enter)" : "Send when this turn has ended (Enter)",
            disabled: !this.#canSend(),
            onPress: () => this.#sendPressed(),
          })}
        </div>
      </div>`;
  }

  #blockedReason(): TemplateResult | typeof nothing {
    if (this.blocked === undefined || this.host === undefined) return nothing;
    return html`<div class="blocked" id="composer-blocked" role="status">
      ${warningIcon}<span class="lines">${this.blocked.text}</span>${actionButton(this.blocked.action, this.host)}
    </div>`;
  }

  #hint(): string {
    if (this.turn !== "idle") return "Enter queues your message";
    return "Enter to send, Shift+Enter for a new line";
  }

  #canSend(): boolean {
    const isSomething = (this.draft?.text.trim() ?? "") !== "" || this.imageCount > 0;
    return this.blocked === undefined && !this.sending && isSomething;
  }

  #written(event: Event): void {
    if (!(event.target instanceof HTMLTextAreaElement)) return;
    this.draft?.write(event.target.value);
    this.problem = "";
    this.requestUpdate();
  }

  #keyPressed(event: KeyboardEvent): void {
    keepEditingKeys(event);
    if (isConfirmingEnter(event)) {
      event.preventDefault();
      void this.#send();
    }
  }

  /** Stop goes away with the turn, so it gives the focus up while it has it. */
  #stop(): void {
    this.focus();
    this.host?.tell("stop", {});
  }

  /** A sent message leaves nothing to send, and a button without use has no focus. */
  #sendPressed(): void {
    this.focus();
    void this.#send();
  }

  /** The text leaves the composer only when the host has taken it. */
  async #send(): Promise<void> {
    const { host, draft } = this;
    if (!this.#canSend() || host === undefined || draft === undefined) return;
    const { text, from } = draft;
    const [first, ...others] = from;
    this.sending = true;
    this.problem = "";
    try {
      const { accepted } = await (first ? host.ask("sendUnsent", { id: first.id, text }) : host.ask("send", { text }));
      if (accepted) {
        draft.sent(text, host.newestState());
        for (const { id } of others) host.tell("dismissUnsent", { id });
        this.onSent?.();
      } else {
        this.problem = "The message was not sent.";
      }
    } catch (error) {
      this.problem = reasonOf(error);
    } finally {
      this.sending = false;
    }
  }
}

customElements.define("silverpoint-composer", SilverpointComposer);
