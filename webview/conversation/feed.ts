import { html, nothing, type PropertyDeclarations, type PropertyValues, type TemplateResult } from "lit";
import type { PanelState, ViewItem } from "../../src/protocol/index.ts";
import type { Host } from "../host.ts";
import { downIcon } from "../icons.ts";
import { PanelElement } from "../panelElement.ts";
import { SilverpointChunk } from "./chunk.ts";
import { FollowBottom } from "./followBottom.ts";

const chunkSize = 40;

/** The conversation's items. It follows the end while the person is at the end, and else keeps the reading position. */
export class SilverpointFeed extends PanelElement {
  static override properties: PropertyDeclarations = {
    items: { attribute: false },
    turn: { attribute: false },
    host: { attribute: false },
    welcome: { attribute: false },
    hasNews: { state: true },
  };
  items: readonly ViewItem[] = [];
  turn: PanelState["turn"] = "idle";
  host: Host | undefined;
  /** Shown in place of the items while there are none. */
  welcome: TemplateResult | undefined;
  hasNews = false;
  #follower: FollowBottom | undefined;
  #idle: number | undefined;

  /** Goes to the newest item, as after sending. */
  follow(): void {
    this.#follower?.follow();
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    this.#follower?.close();
    this.#follower = undefined;
    if (this.#idle !== undefined) cancelIdleCallback(this.#idle);
  }

  protected override willUpdate(changed: PropertyValues<this>): void {
    const hadItems = (changed.get("items")?.length ?? 0) > 0;
    if (changed.has("items") && hadItems && this.#follower && !this.#follower.following) this.hasNews = true;
  }

  protected override render(): TemplateResult {
    return html`<div class="scroller" @click=${this.#clicked}>
        <div class="column">
          ${this.items.length === 0 ? this.welcome : this.#feed()}
          ${this.#isWaiting() ? html`<p class="waiting"><span class="dots"></span>Working…</p>` : nothing}
        </div>
      </div>
      ${this.hasNews ? html`<button type="button" class="pill" @click=${this.follow}>${downIcon}New messages</button>` : nothing}`;
  }

  /** A feed must have articles: without items there is none. */
  #feed(): TemplateResult {
    return html`<div role="feed" aria-label="Conversation" @keydown=${this.#keyPressed}>${this.#chunks()}</div>`;
  }

  #chunks(): TemplateResult[] {
    const chunks: TemplateResult[] = [];
    for (let first = 0; first < this.items.length; first += chunkSize) {
      chunks.push(
        html`<silverpoint-chunk
          .host=${this.host}
          .items=${this.items.slice(first, first + chunkSize)}
          .first=${first}
          .total=${this.items.length}
        ></silverpoint-chunk>`,
      );
    }
    return chunks;
  }

  /** Between the message and the first sign of an answer, something has to say that work goes on. */
  #isWaiting(): boolean {
    return this.turn === "running" && this.items.every((item) => item.status !== "running");
  }

  protected override firstUpdated(): void {
    const scroller = this.querySelector<HTMLElement>(".scroller");
    const column = this.querySelector<HTMLElement>(".column");
    if (scroller && column) this.#follower = new FollowBottom(scroller, column, () => this.#followingChanged());
  }

  protected override updated(changed: PropertyValues<this>): void {
    if (changed.has("items")) this.#followItems(changed.get("items")?.length ?? 0);
    const chunks = [...this.querySelectorAll("silverpoint-chunk")].filter(
      (element) => element instanceof SilverpointChunk,
    );
    for (const chunk of chunks.slice(-2)) chunk.shown = true;
    this.#showWhenIdle(chunks);
  }

  /** What stands in place of the items is read from its beginning. */
  #followItems(countBefore: number): void {
    if (this.items.length === 0) this.#follower?.hold();
    else if (countBefore === 0) this.#follower?.follow();
  }

  /** Makes the rest from the newest to the oldest, one run per idle moment, so that searching and copying find it all. */
  #showWhenIdle(chunks: readonly SilverpointChunk[]): void {
    const hidden = chunks.findLast((chunk) => !chunk.shown);
    if (hidden === undefined || this.#idle !== undefined) return;
    this.#idle = requestIdleCallback(() => {
      this.#idle = undefined;
      hidden.shown = true;
      this.#showWhenIdle(chunks);
    });
  }

  #followingChanged(): void {
    if (this.#follower?.following) this.hasNews = false;
  }

  /** Opening a fold grows the page below the person's eye; the end must not be scrolled to then. */
  #clicked(event: Event): void {
    if (event.target instanceof Element && event.target.closest("summary")) this.#follower?.hold();
  }

  /** Page Down and Page Up go from item to item, as feeds do. */
  #keyPressed(event: KeyboardEvent): void {
    if (event.key !== "PageDown" && event.key !== "PageUp") return;
    if (!(event.target instanceof Element)) return;
    const articles = [...this.querySelectorAll<HTMLElement>("article")];
    const current = articles.findIndex((article) =>
      article.contains(event.target instanceof Element ? event.target : null),
    );
    const next = articles[current + (event.key === "PageDown" ? 1 : -1)];
    if (current < 0 || next === undefined) return;
    event.preventDefault();
    next.focus();
  }
}

customElements.define("silverpoint-feed", SilverpointFeed);
