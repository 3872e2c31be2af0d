import * as l10n from "@vscode/l10n";
import { html, nothing, type PropertyDeclarations, type PropertyValues, type TemplateResult } from "lit";
import type { ViewItem } from "../../src/protocol/index.ts";
import { iconButton } from "../controls.ts";
import { type Host, reasonOf } from "../host.ts";
import { thumbDownIcon, thumbUpIcon, warningIcon } from "../icons.ts";
import { PanelElement } from "../panelElement.ts";
import { visibleText } from "./visibleText.ts";

type Rating = NonNullable<ViewItem["rating"]>;
type RatingValue = NonNullable<Rating["value"]>;

const reasonsFor: Readonly<Record<RatingValue, readonly string[]>> = {
  good: ["Accurate", "Good looking", "Did what I asked"],
  bad: ["Wrong", "Looks bad", "Not what I asked", "Too much"],
};

/** A reason is stored in English, whatever language it is shown in; one of another version's is shown as it is. */
function reasonWords(reason: string): string {
  switch (reason) {
    case "Accurate":
      return l10n.t("Accurate");
    case "Good looking":
      return l10n.t("Good looking");
    case "Did what I asked":
      return l10n.t("Did what I asked");
    case "Wrong":
      return l10n.t("Wrong");
    case "Looks bad":
      return l10n.t("Looks bad");
    case "Not what I asked":
      return l10n.t("Not what I asked");
    case "Too much":
      return l10n.t("Too much");
    default:
      return reason;
  }
}

/** How the person found the turn that ends here (FMT-6). It keeps quiet until somebody comes near or has rated. */
export class SilverpointRating extends PanelElement {
  static override properties: PropertyDeclarations = {
    host: { attribute: false },
    itemId: { attribute: false },
    rating: { attribute: false },
    sent: { state: true },
    refusal: { state: true },
  };
  host: Host | undefined;
  itemId = "";
  rating: Rating = { reasons: [] };
  /** What the person chose, until the host shows it too. */
  sent: Rating | undefined;
  refusal = "";
  #underWay = 0;

  protected override willUpdate(changed: PropertyValues<this>): void {
    if (changed.has("itemId")) this.sent = undefined;
    if (changed.has("itemId")) this.refusal = "";
    if (changed.has("rating") && this.#underWay === 0) this.sent = undefined;
    if (this.sent !== undefined && areSame(this.sent, this.rating)) this.sent = undefined;
  }

  protected override render(): TemplateResult {
    const { value, reasons } = this.sent ?? this.rating;
    return html`<div class="rating" role="group" aria-label=${l10n.t("Rate This Answer")} data-newest=${this.rating.isNewest === true ? "true" : nothing} data-rated=${value ?? nothing}>
        ${this.#thumb("good", l10n.t("Good Answer"), thumbUpIcon, value)} ${this.#thumb("bad", l10n.t("Bad Answer"), thumbDownIcon, value)}
        ${value === undefined ? nothing : this.#chips(value, reasons)}
      </div>
      ${
        this.refusal === ""
          ? nothing
          : html`<p class="problem" role="alert">${warningIcon}<span class="lines">${this.refusal}</span></p>`
      }`;
  }

  #thumb(value: RatingValue, label: string, icon: TemplateResult, shown: RatingValue | undefined): TemplateResult {
    const pressed = value === shown;
    const next: Rating = pressed ? { reasons: [] } : { value, reasons: [] };
    return iconButton({ label, icon, pressed, onPress: () => void this.#rate(next) });
  }

  /** A reason that another version stored stands with ours. */
  #chips(value: RatingValue, reasons: readonly string[]): TemplateResult {
    const all = [...new Set([...reasonsFor[value], ...reasons])];
    return html`<div class="chips" role="group" aria-label=${l10n.t("Reasons")}>
      ${all.map((reason) => {
        const isOn = reasons.includes(reason);
        const next = isOn ? reasons.filter((each) => each !== reason) : [...reasons, reason];
        return html`<button
          type="button"
          class="chip"
          aria-pressed=${isOn ? "true" : "false"}
          @click=${() => void this.#rate({ value, reasons: next })}
        >
          ${visibleText(reasonWords(reason))}
        </button>`;
      })}
    </div>`;
  }

  async #rate(rating: Rating): Promise<void> {
    const { host, itemId } = this;
    if (host === undefined) return;
    this.sent = rating;
    this.refusal = "";
    this.#underWay++;
    const { value, reasons } = rating;
    try {
      await host.ask("rate", { id: itemId, reasons, ...(value === undefined ? {} : { rating: value }) });
    } catch (error) {
      if (this.itemId === itemId) this.refusal = reasonOf(error);
      this.sent = undefined;
    } finally {
      this.#underWay--;
    }
  }
}

function areSame(a: Rating, b: Rating): boolean {
  return a.value === b.value && JSON.stringify(a.reasons) === JSON.stringify(b.reasons);
}

customElements.define("silverpoint-rating", SilverpointRating);
