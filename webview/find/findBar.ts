import * as l10n from "@vscode/l10n";
import { html, nothing, type PropertyDeclarations, type PropertyValues, type TemplateResult } from "lit";
import { findPattern, type PanelState } from "../../src/protocol/index.ts";
import { iconButton } from "../controls.ts";
import { SilverpointFeed } from "../conversation/feed.ts";
import { firstInSight } from "../feed/sight.ts";
import type { Host } from "../host.ts";
import { downIcon, matchCaseIcon, removeIcon, upIcon } from "../icons.ts";
import { isEscape, keepEditingKeys } from "../keys.ts";
import { PanelElement } from "../panelElement.ts";
import { findEvent } from "./findEvent.ts";
import { mark, unmark } from "./marks.ts";
import { type Match, matchAt, numberOf, totalOf } from "./matches.ts";
import { Search } from "./search.ts";
import { showMatch } from "./showMatch.ts";

/** Find in Conversation: everything is searched, also what isn't on the page, and the page goes to what is found. */
export class SilverpointFind extends PanelElement {
  static override properties: PropertyDeclarations = {
    host: { attribute: false },
    state: { attribute: false },
    isOpen: { state: true },
    query: { state: true },
    matchCase: { state: true },
    current: { state: true },
  };
  host: Host | undefined;
  state: PanelState | undefined;
  isOpen = false;
  query = "";
  matchCase = false;
  /** The match that is shown. */
  current: Match | undefined;
  #search: Search | undefined;
  #shown: Range | undefined;
  /** What had the focus before; it has it again afterwards. */
  #before: HTMLElement | undefined;
  /** Where the search began: a longer text is looked for from here as well. */
  #origin = 0;

  override connectedCallback(): void {
    super.connectedCallback();
    document.addEventListener("keydown", this.#keyInPage, true);
    document.addEventListener(findEvent, this.#asked);
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    document.removeEventListener("keydown", this.#keyInPage, true);
    document.removeEventListener(findEvent, this.#asked);
    this.#search?.stop();
    unmark();
  }

  /** Shows the bar, with what is selected as the text to find. */
  async open(): Promise<void> {
    if (!this.isOpen) {
      const { activeElement } = document;
      this.#before =
        activeElement instanceof HTMLElement && activeElement !== document.body ? activeElement : undefined;
      const feed = this.#feed;
      const scroller = feed?.querySelector(".scroller");
      this.#origin = feed && scroller ? firstInSight(scroller, feed.shownRows) : 0;
    }
    const selected = document.getSelection()?.toString().trim() ?? "";
    if (selected !== "" && !selected.includes("\n") && selected.length <= 200) this.query = selected;
    this.isOpen = true;
    const feed = this.#feed;
    if (feed !== undefined) feed.onShown = () => this.#mark();
    await this.updateComplete;
    this.#input?.focus();
    this.#input?.select();
    this.#look();
  }

  protected override willUpdate(changed: PropertyValues<this>): void {
    if (changed.has("state") && this.state !== undefined && this.isOpen) this.#search?.follow(this.state);
  }

  protected override render(): TemplateResult | typeof nothing {
    if (!this.isOpen) return nothing;
    const isAny = totalOf(this.#search?.found ?? []) > 0;
    return html`<div class="find" role="search" @keydown=${this.#keyInBar}>
      <input
        type="text"
        spellcheck="false"
        autocomplete="off"
        aria-label=${l10n.t("Find in Conversation")}
        placeholder=${l10n.t("Find")}
        .value=${this.query}
        @input=${this.#written}
      />
      ${iconButton({
        label: l10n.t("Match Case"),
        icon: matchCaseIcon,
        pressed: this.matchCase,
        onPress: () => this.#switchCase(),
      })}
      <span class="find-count" role="status" data-none=${this.query !== "" && !isAny ? "true" : nothing}>${this.#count()}</span>
      ${iconButton({
        label: l10n.t("Previous Match"),
        icon: upIcon,
        disabled: !isAny,
        onPress: () => void this.#step(-1),
      })}
      ${iconButton({ label: l10n.t("Next Match"), icon: downIcon, disabled: !isAny, onPress: () => void this.#step(1) })}
      ${iconButton({ label: l10n.t("Close"), icon: removeIcon, onPress: () => this.#close() })}
    </div>`;
  }

  #count(): string {
    const found = this.#search?.found ?? [];
    const total = totalOf(found);
    if (this.query.trim() === "") return "";
    if (total === 0) return l10n.t("No results");
    return this.current === undefined
      ? l10n.t("{0} results", total)
      : l10n.t("{0} of {1}", numberOf(found, this.current) + 1, total);
  }

  get #feed(): SilverpointFeed | undefined {
    const feed = this.parentElement?.querySelector("silverpoint-feed");
    return feed instanceof SilverpointFeed ? feed : undefined;
  }

  get #input(): HTMLInputElement | null {
    return this.querySelector("input");
  }

  #written(event: Event): void {
    if (!(event.target instanceof HTMLInputElement)) return;
    this.query = event.target.value;
    this.#look();
  }

  #switchCase(): void {
    this.matchCase = !this.matchCase;
    this.#look();
  }

  #look(): void {
    const { host } = this;
    if (host === undefined) return;
    this.#search ??= new Search(host, (isNew) => void this.#take(isNew));
    if (this.state !== undefined) this.#search.follow(this.state);
    this.#search.look({ query: this.query, matchCase: this.matchCase });
  }

  /** What is new is shown from where the person reads; what is found again stays what it was. */
  async #take(isNew: boolean): Promise<void> {
    const found = this.#search?.found ?? [];
    const from = this.current !== undefined && !isNew ? this.current : { place: this.#origin, nth: 0 };
    this.current = matchAt(found, numberOf(found, from));
    this.requestUpdate();
    if (isNew) await this.#show();
    else this.#mark();
  }

  async #step(by: number): Promise<void> {
    const found = this.#search?.found ?? [];
    if (this.current === undefined) return;
    this.current = matchAt(found, numberOf(found, this.current) + by);
    this.#origin = this.current?.place ?? this.#origin;
    await this.#show();
  }

  async #show(): Promise<void> {
    const { current } = this;
    const pattern = this.#pattern();
    this.#shown = undefined;
    const feed = this.#feed;
    if (current !== undefined && feed !== undefined && pattern !== undefined) {
      const shown = await showMatch(feed, current, pattern);
      if (this.current === current) this.#shown = shown;
    }
    this.#mark();
  }

  #mark(): void {
    const pattern = this.#pattern();
    if (pattern === undefined) unmark();
    else mark(this.#feed?.shownRows.map(({ element }) => element) ?? [], pattern, this.#shown);
  }

  #pattern(): RegExp | undefined {
    return this.isOpen ? findPattern(this.query, this.matchCase) : undefined;
  }

  #close(): void {
    this.isOpen = false;
    this.current = undefined;
    this.#search?.stop();
    unmark();
    const feed = this.#feed;
    if (feed !== undefined) feed.onShown = undefined;
    const before = this.#before;
    if (before?.isConnected) before.focus({ preventScroll: true });
    else this.parentElement?.querySelector("textarea")?.focus({ preventScroll: true });
  }

  #keyInBar(event: KeyboardEvent): void {
    keepEditingKeys(event);
    const isEnter =
      event.target === this.#input && event.key === "Enter" && !event.isComposing && event.keyCode !== 229;
    if (isEscape(event)) this.#close();
    else if (isEnter) void this.#step(event.shiftKey ? -1 : 1);
    else return;
    event.preventDefault();
    event.stopPropagation();
  }

  #asked = (): void => void this.open();

  /** Anywhere in the panel, so that VS Code's own search, which finds only what is on the page, doesn't open. */
  #keyInPage = (event: KeyboardEvent): void => {
    const isFind =
      (event.ctrlKey || event.metaKey) && !event.altKey && !event.shiftKey && event.key.toLowerCase() === "f";
    if (isFind) void this.open();
    else if (event.key === "F3" && this.isOpen) void this.#step(event.shiftKey ? -1 : 1);
    else return;
    event.preventDefault();
    event.stopPropagation();
  };
}

customElements.define("silverpoint-find", SilverpointFind);
