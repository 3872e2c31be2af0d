import * as l10n from "@vscode/l10n";
import { html, nothing, type PropertyDeclarations, type PropertyValues, type TemplateResult } from "lit";
import type { OutlineNode } from "../../src/protocol/index.ts";
import { formatCount } from "../format.ts";
import { chevronIcon, nodeIcon } from "../icons.ts";
import { PanelElement } from "../panelElement.ts";
import { isFolded, keyOf, type OutlineRow, outlineRows, rowsAbove, unfoldedRows } from "./outlineRows.ts";
import { typeName } from "./typeNames.ts";

/** Beyond this depth the outline goes no further to the right. */
const deepestIndent = 12;

/** The design's pages and nodes as a tree. The selection is shared with the drawing; a page's row shows the page. */
class SilverpointOutline extends PanelElement {
  static override properties: PropertyDeclarations = {
    nodes: { attribute: false },
    more: { attribute: false },
    selection: { attribute: false },
    onSelect: { attribute: false },
    onShowPage: { attribute: false },
    shownPage: { attribute: false },
    active: { state: true },
    turned: { state: true },
  };
  nodes: readonly OutlineNode[] = [];
  more = 0;
  selection: readonly string[] = [];
  onSelect: ((ids: readonly string[]) => void) | undefined;
  onShowPage: ((id: string) => void) | undefined;
  shownPage: string | undefined;
  /** The row that keys act on, by its place in `nodes`. */
  active = 0;
  /** Rows that were folded or unfolded by hand. */
  turned: ReadonlySet<string> = new Set();
  #rows: readonly OutlineRow[] = [];
  #shown: readonly OutlineRow[] = [];
  #own: readonly string[] | undefined;

  protected override willUpdate(changed: PropertyValues<this>): void {
    if (changed.has("nodes")) this.#rows = outlineRows(this.nodes);
    if (changed.has("selection") || changed.has("nodes")) this.#follow(changed.has("selection"));
    if (changed.has("shownPage")) this.#followPage();
    this.#shown = unfoldedRows(this.#rows, this.turned);
    if (!this.#shown.some(({ index }) => index === this.active)) this.active = this.#shown[0]?.index ?? 0;
  }

  protected override render(): TemplateResult {
    if (this.nodes.length === 0)
      return html`<p class="nothing-yet">${l10n.t("Nothing is drawn in this design yet.")}</p>`;
    const selected = new Set(this.selection);
    return html`<ul
        role="tree"
        aria-label=${l10n.t("Nodes")}
        aria-multiselectable="true"
        tabindex="0"
        aria-activedescendant=${rowId(this.active)}
        @keydown=${this.#keyPressed}
      >
        ${this.#shown.map((row) => this.#row(row, selected))}
      </ul>
      ${this.more > 0 ? html`<p class="nothing-yet">${l10n.t("{0} more not listed", formatCount(this.more))}</p>` : nothing}`;
  }

  protected override updated(changed: PropertyValues<this>): void {
    if (!changed.has("active")) return;
    const row = this.querySelector(`#${rowId(this.active)}`);
    // Of a page that comes into sight what is on it is to be seen, too.
    const isNewPage = changed.has("shownPage") && this.#rows[this.active]?.parent === undefined;
    row?.scrollIntoView({ block: isNewPage && !isInSight(row) ? "start" : "nearest" });
  }

  #row(row: OutlineRow, selected: ReadonlySet<string>): TemplateResult {
    const { node, index, hasChildren } = row;
    const isPage = row.parent === undefined;
    const isSelected = !isPage && node.id !== "" && selected.has(node.id);
    return html`<li
      id=${rowId(index)}
      role="treeitem"
      data-type=${node.type}
      data-active=${index === this.active ? "" : nothing}
      data-current=${isPage && node.id === this.shownPage ? "" : nothing}
      aria-level=${Math.max(node.depth, 0) + 1}
      aria-selected=${isSelected ? "true" : "false"}
      aria-expanded=${hasChildren ? String(!isFolded(row, this.turned)) : nothing}
      .style=${`--depth:${Math.min(Math.max(node.depth, 0), deepestIndent)}`}
      @click=${(event: MouseEvent) => this.#clicked(event, row)}
    >
      <span class="twisty">${hasChildren ? chevronIcon : nothing}</span>${nodeIcon(node.type)}<span
        class="node-name"
        title=${`${node.name} (${typeName(node.type)})`}
        >${node.name === "" ? html`<span class="muted">${typeName(node.type)}</span>` : node.name}</span
      >
    </li>`;
  }

  /** A page that was chosen elsewhere is where keys go on from, and is seen. */
  #followPage(): void {
    if (this.#rows[this.active]?.page === this.shownPage) return;
    const page = this.#rows.find(({ node, parent }) => parent === undefined && node.id === this.shownPage);
    if (page !== undefined) this.active = page.index;
  }

  /** What was selected on the drawing is unfolded, and the row that keys go on from. */
  #follow(isSelectionNew: boolean): void {
    const isOwn = this.#own === this.selection;
    this.#own = undefined;
    const last = this.selection.at(-1);
    if (isOwn || !isSelectionNew || last === undefined) return;
    const row = this.#rows.find(({ node }) => node.id === last);
    if (row === undefined) return;
    this.active = row.index;
    for (const above of rowsAbove(this.#rows, row)) if (isFolded(above, this.turned)) this.#turn(above);
  }

  #clicked(event: MouseEvent, row: OutlineRow): void {
    this.active = row.index;
    if (event.target instanceof Element && event.target.closest(".twisty") !== null && row.hasChildren) this.#turn(row);
    else this.#choose(row, event.shiftKey || event.ctrlKey || event.metaKey ? "more" : "alone");
  }

  #choose({ node, page, parent }: OutlineRow, how: "alone" | "more"): void {
    if (page !== this.shownPage) this.onShowPage?.(page);
    if (parent === undefined) {
      this.#select([]);
      return;
    }
    if (node.id === "") return;
    const others = this.selection.filter((id) => id !== node.id);
    if (how === "alone") this.#select([node.id]);
    else this.#select(others.length < this.selection.length ? others : [...others, node.id]);
  }

  #select(ids: readonly string[]): void {
    this.#own = ids;
    this.onSelect?.(ids);
  }

  /** Folds it, or unfolds it. */
  #turn(row: OutlineRow): void {
    const turned = new Set(this.turned);
    if (!turned.delete(keyOf(row))) turned.add(keyOf(row));
    this.turned = turned;
  }

  #keyPressed(event: KeyboardEvent): void {
    const row = this.#rows[this.active];
    if (row === undefined || event.altKey) return;
    const folded = isFolded(row, this.turned);
    const at = this.#shown.indexOf(row);
    switch (event.key) {
      case "ArrowDown":
        this.#goTo(this.#shown[at + 1]);
        break;
      case "ArrowUp":
        this.#goTo(this.#shown[at - 1]);
        break;
      case "Home":
        this.#goTo(this.#shown[0]);
        break;
      case "End":
        this.#goTo(this.#shown.at(-1));
        break;
      case "ArrowRight":
        if (folded) this.#turn(row);
        else if (row.hasChildren) this.#goTo(this.#shown[at + 1]);
        break;
      case "ArrowLeft":
        if (row.hasChildren && !folded) this.#turn(row);
        else this.#goTo(row.parent === undefined ? undefined : this.#rows[row.parent]);
        break;
      case "Enter":
      case " ":
        this.#choose(row, event.shiftKey || event.ctrlKey || event.metaKey ? "more" : "alone");
        break;
      case "Escape":
        if (this.selection.length === 0) return;
        this.#select([]);
        break;
      default:
        return;
    }
    event.preventDefault();
  }

  #goTo(row: OutlineRow | undefined): void {
    if (row !== undefined) this.active = row.index;
  }
}

function isInSight(row: Element): boolean {
  const seen = row.closest(".outline")?.getBoundingClientRect();
  const { top, bottom } = row.getBoundingClientRect();
  return seen !== undefined && top >= seen.top && bottom <= seen.bottom;
}

function rowId(index: number): string {
  return `outline-${index}`;
}

customElements.define("silverpoint-outline", SilverpointOutline);
