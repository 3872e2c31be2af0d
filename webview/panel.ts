import { html, nothing, type PropertyDeclarations, type TemplateResult } from "lit";
import type { PanelState } from "../src/protocol/index.ts";
import { progressRing } from "./controls.ts";
import { SilverpointConversation } from "./conversation/conversationPane.ts";
import { designPane } from "./design/designPane.ts";
import { initialSplit } from "./divider.ts";
import { FocusKeeper } from "./focusKeeper.ts";
import type { Host } from "./host.ts";
import { keepUndoInItsField } from "./keys.ts";
import { safeUrl } from "./markdown/safeUrl.ts";
import { PanelElement } from "./panelElement.ts";

const reloadCommand = "workbench.action.reloadWindow";

/** The one command link there is: with the host gone, VS Code itself has to act (PKG-16). */
function lostNotice(): TemplateResult {
  return html`<div class="lost" role="alert">
    <p>The extension host has stopped. What you did is kept; reload the window to go on.</p>
    <a href=${`command:${reloadCommand}`} data-command=${reloadCommand}>Reload Window</a>
  </div>`;
}

/** The whole page: the design on the left, the conversation on the right, stacked in a narrow window. */
export class SilverpointPanel extends PanelElement {
  static override properties: PropertyDeclarations = {
    host: { attribute: false },
    state: { attribute: false },
    refusal: { state: true },
    isLost: { attribute: false },
    split: { state: true },
    outlineFolded: { state: true },
  };
  host: Host | undefined;
  state: PanelState | undefined;
  refusal = "";
  /** Nobody answers any more. */
  isLost = false;
  split: number | undefined;
  outlineFolded: boolean | undefined;
  #wantsFocus = false;
  #focusKeeper = new FocusKeeper(this, () => this.focusComposer());

  constructor() {
    super();
    this.addEventListener("click", this.#linkClicked);
    this.addEventListener("auxclick", this.#linkClicked);
    this.addEventListener("beforeinput", keepUndoInItsField);
  }

  override connectedCallback(): void {
    super.connectedCallback();
    this.#focusKeeper.start();
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    this.#focusKeeper.stop();
  }

  /** Shows why the host refused something that nobody waits for. */
  showRefusal(reason: string): void {
    this.refusal = reason;
  }

  /** Puts the caret into the composer, as soon as there is one. */
  focusComposer(): void {
    const conversation = this.querySelector("silverpoint-conversation");
    this.#wantsFocus = !(conversation instanceof SilverpointConversation);
    if (conversation instanceof SilverpointConversation) conversation.focusComposer();
  }

  protected override willUpdate(): void {
    this.split ??= this.host?.saved.value.split;
    this.outlineFolded ??= this.host?.saved.value.outlineFolded;
  }

  protected override render(): TemplateResult {
    const { state, host } = this;
    if (state === undefined || host === undefined) {
      return html`<main class="opening">${progressRing("Opening")}</main>`;
    }
    const outlineFolded = this.outlineFolded === true;
    return html`${this.isLost ? lostNotice() : nothing}
    <main class="halves" .style=${`--split:${this.split ?? initialSplit}%`}>
      <section id="design-pane" aria-label="Design" data-folded=${outlineFolded ? "true" : nothing}>
        ${designPane(state.design, host, {
          outlineFolded,
          onFold: () => this.#foldOutline(!outlineFolded),
          onNamed: () => this.focusComposer(),
        })}
      </section>
      <silverpoint-divider
        .split=${this.split}
        .onMove=${(split: number | undefined) => this.#moveDivider(split)}
      ></silverpoint-divider>
      <silverpoint-conversation
        .host=${host}
        .state=${state}
        .refusal=${this.refusal}
        .onRefusalRead=${() => this.showRefusal("")}
      ></silverpoint-conversation>
    </main>`;
  }

  protected override async updated(): Promise<void> {
    if (!this.#wantsFocus) return;
    const conversation = this.querySelector("silverpoint-conversation");
    if (!(conversation instanceof SilverpointConversation)) return;
    await conversation.updateComplete;
    this.focusComposer();
  }

  #moveDivider(split: number | undefined): void {
    this.host?.saved.update({ split });
    this.split = split;
  }

  #foldOutline(outlineFolded: boolean): void {
    this.host?.saved.update({ outlineFolded });
    this.outlineFolded = outlineFolded;
  }

  /** No link is ever followed here: the host opens it outside. The event ends here, or VS Code would open it too. */
  #linkClicked(event: Event): void {
    const anchor = event.composedPath().find((target) => target instanceof HTMLAnchorElement && target.href !== "");
    if (!(anchor instanceof HTMLAnchorElement) || anchor.dataset.command === reloadCommand) return;
    event.preventDefault();
    event.stopPropagation();
    const url = safeUrl(anchor.href);
    if (url !== undefined && event.type === "click") this.host?.tell("openLink", { url });
  }
}

customElements.define("silverpoint-panel", SilverpointPanel);
