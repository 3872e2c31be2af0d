import * as l10n from "@vscode/l10n";
import { html, nothing, type PropertyDeclarations, type TemplateResult } from "lit";
import type { PanelCommand, PanelState } from "../../src/protocol/index.ts";
import { commandWords } from "../commandWords.ts";
import { iconButton } from "../controls.ts";
import { findEvent } from "../find/findEvent.ts";
import type { Host } from "../host.ts";
import { moreIcon } from "../icons.ts";
import { isEscape } from "../keys.ts";
import { PanelElement } from "../panelElement.ts";

interface MenuEntry {
  readonly label: string;
  /** What the host is asked to do, or what is done here. */
  readonly command: PanelCommand | (() => void);
  readonly enabled: boolean;
  /** Why it isn't enabled, where that is told. */
  readonly reason?: string | undefined;
  /** The keys that do the same, as they stand on the keyboard. */
  readonly keys?: string;
  /** For an entry that switches something: whether it is on. */
  readonly checked?: boolean;
}

/** The ⋯ button and its menu: arrow keys, Home, End and first letters move, Escape and Tab close, focus comes back. */
class SilverpointMenu extends PanelElement {
  static override properties: PropertyDeclarations = {
    host: { attribute: false },
    canStartNewConversation: { attribute: false },
    keeping: { attribute: false },
    makingRoom: { attribute: false },
    facts: { attribute: false },
    open: { state: true },
  };
  host: Host | undefined;
  canStartNewConversation = true;
  keeping: PanelState["keeping"] = "kept";
  makingRoom: PanelState["makingRoom"] = {};
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
          label: l10n.t("More Actions"),
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
        aria-label=${l10n.t("More Actions")}
        aria-describedby=${this.facts.length === 0 ? nothing : "menu-facts"}
        @keydown=${this.#keyInMenu}
      >
        ${this.#groups().map((entries, index) => [
          index === 0 ? nothing : html`<div role="separator"></div>`,
          ...entries.map((entry) => this.#item(entry)),
        ])}
      </div>
    </div>`;
  }

  #item(entry: MenuEntry): TemplateResult {
    return html`<div
      role=${entry.checked === undefined ? "menuitem" : "menuitemcheckbox"}
      aria-checked=${entry.checked ?? nothing}
      tabindex="-1"
      aria-label=${entry.label}
      aria-keyshortcuts=${entry.keys?.replace("Ctrl", "Control").replace("⌘", "Meta+") ?? nothing}
      aria-disabled=${entry.enabled ? nothing : "true"}
      aria-description=${entry.reason ?? nothing}
      @click=${() => this.#choose(entry)}
      @pointermove=${(event: Event) => event.currentTarget instanceof HTMLElement && event.currentTarget.focus()}
    >
      ${entry.label}${entry.keys === undefined ? nothing : html`<span class="menu-keys" data-keys=${entry.keys}></span>`}${
        entry.reason === undefined ? nothing : html`<span class="menu-reason" data-reason=${entry.reason}></span>`
      }
    </div>`;
  }

  /** The entries, in groups that belong together. */
  #groups(): readonly (readonly MenuEntry[])[] {
    return [
      [
        { label: l10n.t("New Conversation…"), command: "newConversation", enabled: this.canStartNewConversation },
        this.#roomEntry("compactConversation", this.makingRoom.compaction),
        this.#roomEntry("reclaimToolResults", this.makingRoom.reclaiming),
      ],
      [
        {
          label: l10n.t("Find in Conversation"),
          command: () => this.dispatchEvent(new CustomEvent(findEvent, { bubbles: true })),
          enabled: true,
          keys: navigator.platform.startsWith("Mac") ? "⌘F" : "Ctrl+F",
        },
        {
          label: l10n.t("Copy as Markdown"),
          command: "copyConversationAsMarkdown",
          enabled: this.canStartNewConversation,
        },
      ],
      [
        {
          label: l10n.t("Keep Conversation in Document"),
          command: "toggleKeepConversation",
          enabled: this.keeping !== "never",
          checked: this.keeping === "kept",
        },
        { label: l10n.t("Save Package As…"), command: "savePackageAs", enabled: true },
      ],
      [
        { label: l10n.t("Set API Key…"), command: "setApiKey", enabled: true },
        { label: l10n.t("Select Model…"), command: "selectModel", enabled: true },
      ],
      [{ label: l10n.t("Show Log"), command: "showLog", enabled: true }],
    ];
  }

  /** What isn't offered is shown all the same, with the reason (CMP-6). */
  #roomEntry(command: "compactConversation" | "reclaimToolResults", reason: string | undefined): MenuEntry {
    return { label: commandWords(command), command, enabled: reason === undefined, reason };
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
    if (typeof entry.command === "function") entry.command();
    else this.host?.tell("runCommand", { command: entry.command });
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
