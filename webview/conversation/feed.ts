import * as l10n from "@vscode/l10n";
import { html, type PropertyDeclarations, type PropertyValues, type TemplateResult } from "lit";
import { itemAt, type PanelState } from "../../src/protocol/index.ts";
import { isWaitingCard } from "../cards/isWaitingCard.ts";
import { articleStep } from "../feed/articleKeys.ts";
import { FeedRows } from "../feed/feedRows.ts";
import { layRows } from "../feed/layRows.ts";
import { OlderPages } from "../feed/olderPages.ts";
import { pinnedRows } from "../feed/pinnedRows.ts";
import { ReadingMemory } from "../feed/readingMemory.ts";
import { RowElements } from "../feed/rowElements.ts";
import { countOf } from "../feed/rows.ts";
import { ScrollKeeper } from "../feed/scrollKeeper.ts";
import { rowHolding, type ShownRow } from "../feed/shownRow.ts";
import { type PlacedRow, VirtualRows } from "../feed/virtualRows.ts";
import { wayBack } from "../feed/wayBack.ts";
import type { Host } from "../host.ts";
import { PanelElement } from "../panelElement.ts";
import { workLine } from "./workLine.ts";

/** How far below the top of what is seen an item is put that is gone to, in pixels. */
const revealOffset = 72;

/** How near to the edge of what is seen a piece of text may stand that was gone to, in pixels. */
const lookAround = 32;

/**
 * The conversation's items. Only the rows near what is seen are on the page, and older items come when they are near. It follows
 * the end while the person is at the end, and else keeps the reading position.
 */
export class SilverpointFeed extends PanelElement {
  static override properties: PropertyDeclarations = {
    items: { attribute: false },
    itemsBefore: { attribute: false },
    older: { attribute: false },
    turn: { attribute: false },
    retry: { attribute: false },
    isCompacting: { attribute: false },
    host: { attribute: false },
    welcome: { attribute: false },
    hasNews: { state: true },
    isAway: { state: true },
  };
  items: PanelState["items"] = [];
  itemsBefore = 0;
  older: PanelState["older"];
  turn: PanelState["turn"] = "idle";
  /** The running turn waits to try again. */
  retry: PanelState["retry"];
  /** What runs is a compaction. */
  isCompacting = false;
  host: Host | undefined;
  /** Shown in place of the items while there are none. */
  welcome: TemplateResult | undefined;
  /** Called after rows have come onto the page, or have changed there. */
  onShown: (() => void) | undefined;
  hasNews = false;
  /** The end isn't followed, nor in sight. */
  isAway = false;
  readonly #rows = new FeedRows();
  readonly #elements = new RowElements();
  readonly #open = new Set<number>();
  readonly #virtual = new VirtualRows(
    this.#rows,
    () => this.querySelector<HTMLElement>(".scroller"),
    () => this.#pinned(),
    () => this.requestUpdate(),
  );
  #keeper: ScrollKeeper | undefined;
  #pages: OlderPages | undefined;
  #memory: ReadingMemory | undefined;
  #shown: readonly ShownRow[] = [];
  /** A place that is gone to: its row has to be on the page. */
  #wanted: number | undefined;
  #isStarted = false;

  /** Goes to the newest item, as after sending. */
  follow(): void {
    this.#keeper?.follow();
  }

  /** Brings an item into view; gives its row's element, once it is on the page. Undefined when it isn't there any more. */
  async reveal(place: number): Promise<HTMLElement | undefined> {
    const row = await this.#bring(place);
    if (row === undefined) return undefined;
    this.#openAt(place);
    this.#keeper?.goTo({ first: place, offset: revealOffset });
    await this.updateComplete;
    return this.elementAt(place);
  }

  /** Brings the first card into view that the turn waits for, with the focus on it: Tab goes on to its buttons. */
  async revealAsked(): Promise<void> {
    const index = this.items.findIndex(isWaitingCard);
    if (index < 0) return;
    const row = await this.reveal(this.itemsBefore + index);
    row?.querySelector<HTMLElement>("article")?.focus({ preventScroll: true });
  }

  /** Brings a piece of an item into view, unless it is there already. */
  async revealRange(place: number, range: Range): Promise<void> {
    const row = this.elementAt(place);
    const scroller = this.querySelector(".scroller");
    if (row === undefined || scroller === null) return;
    const { top, bottom } = range.getBoundingClientRect();
    const seen = scroller.getBoundingClientRect();
    if (top > seen.top + lookAround && bottom < seen.bottom - lookAround) return;
    const within = top - row.getBoundingClientRect().top;
    this.#keeper?.goTo({ first: place, offset: seen.height / 3 - within });
    await this.updateComplete;
  }

  /** The element of the row that an item is in, as long as it is on the page. */
  elementAt(place: number): HTMLElement | undefined {
    return rowHolding(this.#shown, place)?.element;
  }

  /** The rows that are on the page. */
  get shownRows(): readonly ShownRow[] {
    return this.#shown;
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    this.#keeper?.close();
    this.#keeper = undefined;
    this.#virtual.stop();
    this.#isStarted = false;
  }

  protected override willUpdate(changed: PropertyValues<this>): void {
    const { host } = this;
    if (host !== undefined) {
      this.#pages ??= new OlderPages(host);
      this.#memory ??= new ReadingMemory(host);
    }
    this.#keeper?.look();
    if (!changed.has("items") && !changed.has("older") && !changed.has("itemsBefore")) return;
    const countBefore = this.#rows.itemCount;
    const lastBefore = changed.get("items")?.at(-1);
    this.#rows.show(this);
    this.#virtual.update();
    const isNews = this.#rows.itemCount > countBefore || lastBefore?.text !== this.items.at(-1)?.text;
    if (changed.has("items") && countBefore > 0 && isNews && this.#keeper?.following === false) this.hasNews = true;
  }

  protected override render(): TemplateResult {
    return html`<div class="scroller" @click=${this.#clicked} @input=${this.#touched} @change=${this.#touched}>
        <div class="column">
          ${this.items.length === 0 ? this.welcome : this.#feed()}
          ${workLine(this)}
        </div>
      </div>
      ${wayBack({ hasNews: this.hasNews, isAway: this.isAway, onPress: () => this.follow() })}`;
  }

  /** A feed must have articles: without items there is none. */
  #feed(): TemplateResult {
    return html`<div role="feed" aria-label=${l10n.t("Conversation")} @keydown=${this.#keyPressed}></div>`;
  }

  /** Puts the rows on the page that have to be there. */
  #lay(host: Host): void {
    const feed = this.querySelector<HTMLElement>("[role=feed]");
    const { rows, gapAfter } = this.#virtual.placed();
    const parts = feed === null ? [] : rows.map((placed) => ({ ...this.#place(placed, host), gap: placed.gap }));
    this.#shown = parts;
    if (feed !== null) layRows(feed, parts, gapAfter);
    for (const { element } of parts) this.#virtual.measure(element);
    this.#virtual.release();
    this.#elements.keepOnly(new Set(parts.map(({ first }) => first)));
  }

  #place({ row, index, size }: PlacedRow, host: Host): ShownRow {
    const element = this.#elements.show(row, index, {
      host,
      total: this.#rows.itemCount,
      isOpen: this.#open.has(row.first),
      toggle: () => this.#toggle(row.first),
    });
    const isKnown = row.kind !== "unknown";
    element.style.minHeight = isKnown ? "" : `${size}px`;
    return { first: row.first, count: countOf(row), isKnown, element };
  }

  protected override updated(changed: PropertyValues<this>): void {
    this.#start();
    if (this.host !== undefined) this.#lay(this.host);
    this.#pages?.want(this.#shown, (place) => this.#rows.lacks(place));
    if (changed.has("items")) this.#followItems(changed.get("items")?.length ?? 0);
    // While the person scrolls, the browser itself holds what is seen, without breaking off the movement; but not where other
    // items have come, which can be anywhere.
    const keeper = this.#keeper;
    const isHeld = keeper?.following === true || keeper?.arriving === true;
    const mustSettle = isHeld || changed.has("items") || changed.has("older");
    if (mustSettle || !this.#virtual.isScrolling) keeper?.settle();
    this.#lookAway();
    this.onShown?.();
  }

  #start(): void {
    const scroller = this.querySelector<HTMLElement>(".scroller");
    const column = this.querySelector<HTMLElement>(".column");
    if (this.#isStarted || scroller === null || column === null || !this.isConnected) return;
    this.#isStarted = true;
    this.#keeper = new ScrollKeeper(scroller, column, {
      shown: () => this.#shown,
      startOf: (place) => this.#virtual.startOf(place),
      placeAt: (top) => this.#virtual.placeAt(top),
      onSet: (top) => this.#virtual.moved(top),
      onFollowing: () => this.#followingChanged(),
      onMove: () => this.#moved(),
    });
    this.#virtual.start(Number.parseFloat(getComputedStyle(column).paddingTop));
    this.requestUpdate();
  }

  /** What stands in place of the items is read from its beginning; items are read from where they were left, or their end. */
  #followItems(countBefore: number): void {
    if (this.items.length === 0) this.#keeper?.hold();
    else if (countBefore === 0) {
      const place = this.#memory?.read(this.#rows.itemCount, (at) => itemAt(this, at)?.id);
      if (place === undefined) this.#keeper?.follow();
      else this.#keeper?.goTo(place);
    }
  }

  #followingChanged(): void {
    if (this.#keeper?.following) this.hasNews = false;
    this.#moved();
  }

  /** What came below is no news any more once the end is in sight. */
  #lookAway(): void {
    this.isAway = this.items.length > 0 && this.#keeper?.isAway === true;
    if (this.#keeper?.isAtEnd) this.hasNews = false;
  }

  #moved(): void {
    this.#lookAway();
    const place = this.#keeper?.place;
    this.#memory?.keep(place, itemAt(this, place?.first ?? -1)?.id ?? "");
  }

  #pinned(): number[] {
    const wanted = this.#wanted === undefined ? [] : [this.#rows.indexOf(this.#wanted)];
    return [...wanted, ...pinnedRows(this.#shown, this.#rows)];
  }

  /** Has an item's row on the page, wherever that is. */
  async #bring(place: number): Promise<HTMLElement | undefined> {
    await this.#pages?.bring(place, () => this);
    this.#wanted = place;
    this.#virtual.update();
    this.requestUpdate();
    await this.updateComplete;
    return this.elementAt(place);
  }

  /** A gathered run is opened where one of its tools is gone to. */
  #openAt(place: number): void {
    const row = this.#rows.at(this.#rows.indexOf(place));
    if (row?.kind === "tools" && !this.#open.has(row.first)) this.#toggle(row.first);
  }

  #toggle(first: number): void {
    if (!this.#open.delete(first)) this.#open.add(first);
    this.requestUpdate();
  }

  #touched(event: Event): void {
    this.#elements.touch(event.target);
  }

  /** Opening a fold grows the page below the person's eye; the end must not be scrolled to then. */
  #clicked(event: Event): void {
    this.#touched(event);
    if (event.target instanceof Element && event.target.closest("summary, [aria-expanded]")) this.#keeper?.hold();
  }

  /** Page Down and Page Up go from item to item, as feeds do, also to one that isn't on the page yet. */
  #keyPressed(event: KeyboardEvent): void {
    const asked = articleStep(event, this.#shown);
    if (asked === undefined) return;
    const { step, row, beside } = asked;
    const next = this.#rows.at(this.#rows.indexOf(row.first) + step);
    if (beside === undefined && next === undefined) return;
    event.preventDefault();
    if (beside !== undefined) beside.focus();
    else if (next !== undefined) void this.#focusArticle(step > 0 ? next.first : next.first + countOf(next) - 1, step);
  }

  async #focusArticle(place: number, step: number): Promise<void> {
    const row = await this.#bring(place);
    const articles = row?.querySelectorAll<HTMLElement>("article") ?? [];
    articles[step > 0 ? 0 : articles.length - 1]?.focus();
  }
}

customElements.define("silverpoint-feed", SilverpointFeed);
