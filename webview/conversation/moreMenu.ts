import { html, nothing, type PropertyDeclarations, type TemplateResult } from "lit";
import type { PanelCommand, PanelState } from "../../src/protocol/index.ts";
import { iconButton } from "../controls.ts";
import type { Host } from "../host.ts";
import { moreIcon } from "../icons.ts";
import { isEscape } from "../keys.ts";
import { PanelElement } from "../panelElement.ts";

interface MenuEntry {
  readonly label: string;
  readonly command: PanelCommand;
  readonly enabled: boolean;
  /** For an entry that switches something: whether it is on. */
  readonly checked?: boolean;
}

/** The ⋯ button and its menu: arrow keys, Home, End and first letters move, Escape and Tab close, focus comes back. */
class SilverpointMenu extends PanelElement {
  static override properties: PropertyDeclarations = {
    host: { attribute: false },
    canStartNewConversation: { attribute: false },
    keeping: { attribute: false },
    facts: { attribute: false },
    open: { state: true },
  };
  host: Host | undefined;
  canStartNewConversation = true;
  keeping: PanelState["keeping"] = "kept";
  /** What the header may have no room for, one sentence each; stands above the entries. */
  facts: readonly string[] = [];
  open = false;

  override connectedCallback(): void {
    super.connectedCallback();
    document.addEventListener("pointerdown", this.#pressedElsewhere);
    window.addEventListener("blur", this.#close);
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    document.removeEventListener("pointerdown", this.#pressedElsewhere);
    window.removeEventListener("blur", this.#close);
  }

  protected override render(): TemplateResult {
    return html`<div class="menu-anchor" @keydown=${this.#keyOnButton}>
        ${iconButton({
          label: "More Actions",
          icon: moreIcon,
          onPress: () => this.#toggle(),
          popup: { kind: "menu", open: this.open },
        })}
      </div>
      ${this.open ? this.#menu() : nothing}`;
  }

  #menu(): TemplateResult {
    return html`<div class="menu">
      ${this.facts.length === 0 ? nothing : html`<ul class="facts" id="menu-facts">${this.facts.map((fact) => html`<li>${fact}</li>`)}</ul>`}
      <div
        role="menu"
        aria-label="More Actions"
        aria-describedby=${this.facts.length === 0 ? nothing : "menu-facts"}
        @keydown=${this.#keyInMenu}
      >
        ${this.#entries().map((entry) => this.#item(entry))}
      </div>
    </div>`;
  }

  #item(entry: MenuEntry): TemplateResult {
    return html`<div
      role=${entry.checked === undefined ? "menuitem" : "menuitemcheckbox"}
      aria-checked=${entry.checked ?? nothing}
      tabindex="-1"
      aria-disabled=${entry.enabled ? nothing : "true"}
      @click=${() => this.#choose(entry)}
      @pointermove=${(event: Event) => event.currentTarget instanceof HTMLElement && event.currentTarget.focus()}
    >
      ${entry.label}
    </div>`;
  }

  #entries(): readonly MenuEntry[] {
    return [
      { label: "New Conversation…", command: "newConversation", enabled: this.canStartNewConversation },
      {
        label: "Keep Conversation in Document",
        command: "toggleKeepConversation",
        enabled: this.keeping !== "never",
        checked: this.keeping === "kept",
      },
      { label: "Save Package As…", command: "savePackageAs", enabled: true },
      { label: "Set API Key…", command: "setApiKey", enabled: true },
      { label: "Select Model…", command: "selectModel", enabled: true },
      { label: "Show Log", command: "showLog", enabled: true },
    ];
  }

  #toggle(): void {
    if (this.open) this.#closeAndReturn();
    else void this.#openAt(0);
  }

  async #openAt(position: number): Promise<void> {
    this.open = true;
    await this.updateComplete;
    this.#items().at(position)?.focus();
  }

  #choose(entry: MenuEntry): void {
    if (!entry.enabled) return;
    this.#closeAndReturn();
    this.host?.tell("runCommand", { command: entry.command });
  }

  #items(): readonly HTMLElement[] {
    return [...this.querySelectorAll<HTMLElement>("[role^=menuitem]")];
  }

  #keyOnButton = (event: KeyboardEvent): void => {
    if (this.open && isEscape(event)) {
      event.preventDefault();
      event.stopPropagation();
      this.#closeAndReturn();
    }
    if (event.key !== "ArrowDown" && event.key !== "ArrowUp") return;
    event.preventDefault();
    void this.#openAt(event.key === "ArrowDown" ? 0 : -1);
  };

  #keyInMenu = (event: KeyboardEvent): void => {
    const items = this.#items();
    const current = items.findIndex((item) => item.matches(":focus"));
    const target = this.#target(event.key, current, items);
    if (target !== undefined) target.focus();
    else if (event.key === "Enter" || event.key === " ") items[current]?.click();
    else if (event.key === "Escape") this.#closeAndReturn();
    else if (event.key === "Tab") this.#close();
    if (event.key === "Tab") return;
    event.preventDefault();
    event.stopPropagation();
  };

  #target(key: string, current: number, items: readonly HTMLElement[]): HTMLElement | undefined {
    switch (key) {
      case "ArrowDown":
        return items[(current + 1) % items.length];
      case "ArrowUp":
        return items.at(current <= 0 ? -1 : current - 1);
      case "Home":
        return items[0];
      case "End":
        return items.at(-1);
      default:
        return key.length === 1 && key !== " " ? startingWith(key, items, current) : undefined;
    }
  }

  #closeAndReturn(): void {
    this.#close();
    this.querySelector<HTMLElement>(".menu-anchor > *")?.focus();
  }

  #close = (): void => {
    this.open = false;
  };

  #pressedElsewhere = (event: Event): void => {
    if (this.open && !event.composedPath().includes(this)) this.#close();
  };
}

/** The next item after the current one whose text starts with the letter, from the top again after the last. */
function startingWith(letter: string, items: readonly HTMLElement[], current: number): HTMLElement | undefined {
  const inOrder = [...items.slice(current + 1), ...items.slice(0, current + 1)];
  return inOrder.find((item) => item.textContent?.trim().toLowerCase().startsWith(letter.toLowerCase()));
}

customElements.define("silverpoint-menu", SilverpointMenu);
