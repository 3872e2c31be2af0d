import { html, nothing, type PropertyDeclarations, type PropertyValues, type TemplateResult } from "lit";
import type { ViewItem, WireCardAnswer } from "../../src/protocol/index.ts";
import { type Host, reasonOf } from "../host.ts";
import { warningIcon } from "../icons.ts";
import { foot } from "../items/parts.ts";
import { PanelElement } from "../panelElement.ts";
import { approvalCard } from "./approvalCard.ts";
import { directionsCard } from "./directionsCard.ts";
import type { CardControls, CardItem } from "./parts.ts";
import { lintRuleCard, skillCard } from "./proposalCards.ts";
import { questionsCard } from "./questionsCard.ts";

/**
 * An item that asks something of the person. Only a press of its own buttons answers it, and only once; it never takes
 * the focus (TRN-10). Why the host refused an answer stands in the card, which can then be answered again.
 */
export class SilverpointCard extends PanelElement {
  static override properties: PropertyDeclarations = {
    host: { attribute: false },
    item: { attribute: false },
    busyWith: { state: true },
    refusal: { state: true },
  };
  host: Host | undefined;
  item: ViewItem | undefined;
  /** The answer that is on its way, or was taken and isn't shown yet. */
  busyWith: WireCardAnswer | undefined;
  refusal = "";

  protected override willUpdate(changed: PropertyValues<this>): void {
    const { item, host } = this;
    const before = changed.get("item");
    if (item === undefined || before === undefined) return;
    if (before.id === item.id && before.card?.standing === item.card?.standing) return;
    this.busyWith = undefined;
    this.refusal = "";
    if (host !== undefined && before.id === item.id) forgetDraft(host, item.id);
  }

  protected override render(): TemplateResult | typeof nothing {
    const { item, host } = this;
    if (item === undefined || host === undefined || !isCardItem(item)) return nothing;
    return html`${this.#view(item, host)}
    ${
      this.refusal === ""
        ? nothing
        : html`<p class="problem" role="alert">${warningIcon}<span class="lines">${this.refusal}</span></p>`
    }
    ${foot(item, host)}`;
  }

  #view(item: CardItem, host: Host): TemplateResult {
    const { card } = item;
    const controls: CardControls = {
      isBusy: this.busyWith !== undefined,
      answer: (answer) => void this.#answer(item.id, answer, host),
    };
    switch (card.kind) {
      case "approval":
        return approvalCard(card, controls, host);
      case "questions":
        return questionsCard(item, card, controls, host);
      case "directions":
        return directionsCard(item, card, controls);
      case "skill":
        return skillCard(item, controls);
      case "lintRule":
        return lintRuleCard(item, card.rule, controls);
    }
  }

  async #answer(id: string, answer: WireCardAnswer, host: Host): Promise<void> {
    if (this.busyWith !== undefined) return;
    this.#keepFocus();
    this.busyWith = answer;
    this.refusal = "";
    try {
      await host.ask("answerCard", { id, answer });
    } catch (error) {
      if (this.busyWith !== answer) return;
      this.busyWith = undefined;
      this.refusal = reasonOf(error);
    }
  }

  /** A button that can't be pressed has no focus. It stays at the card: in the composer, one more Enter would send. */
  #keepFocus(): void {
    if (this.contains(document.activeElement)) this.closest("article")?.focus({ preventScroll: true });
  }
}

/** What was filled in is no use any more. */
function forgetDraft(host: Host, id: string): void {
  const { [id]: _, ...cardDrafts } = host.saved.value.cardDrafts;
  host.saved.update({ cardDrafts });
}

function isCardItem(item: ViewItem): item is CardItem {
  return item.card !== undefined;
}

customElements.define("silverpoint-card", SilverpointCard);
