import * as l10n from "@vscode/l10n";
import { html, nothing, type PropertyDeclarations, type PropertyValues, type TemplateResult } from "lit";
import type { Host } from "../host.ts";
import { imageIcon } from "../icons.ts";
import { imageSource } from "../images.ts";
import { PanelElement } from "../panelElement.ts";

/** So many pictures of one item are shown; a file can name any number. */
const mostShown = 20;

/**
 * The pictures of an item. Each keeps its place while it comes, so that nothing moves; one whose bytes are no longer there says
 * so (COM-3). A press shows one large.
 */
class SilverpointPictures extends PanelElement {
  static override properties: PropertyDeclarations = {
    host: { attribute: false },
    images: { attribute: false },
    sources: { state: true },
    large: { state: true },
  };
  host: Host | undefined;
  /** The SHA-256 of each. */
  images: readonly string[] = [];
  /** What has come: an address, or that there is none. */
  sources: ReadonlyMap<string, string | undefined> = new Map();
  large: number | undefined;

  protected override willUpdate(changed: PropertyValues<this>): void {
    if (changed.has("images")) this.#read();
  }

  protected override render(): TemplateResult {
    const shown = this.images.slice(0, mostShown);
    return html`<ul class="pictures" aria-label=${l10n.t("Images")} data-count=${this.images.length}>
      ${shown.map((image, index) => html`<li>${this.#picture(image, index)}</li>`)}
    </ul>
    ${
      this.images.length > mostShown
        ? html`<p class="muted">${l10n.t("{0} more images", this.images.length - mostShown)}</p>`
        : nothing
    }`;
  }

  #picture(image: string, index: number): TemplateResult {
    const source = this.sources.get(image);
    const name = l10n.t("Image {0}", index + 1);
    if (source === undefined) {
      const isComing = !this.sources.has(image);
      return html`<span class="picture picture-missing" aria-busy=${isComing ? "true" : "false"}
        >${imageIcon}${isComing ? html`<span class="unseen">${name}</span>` : l10n.t("No longer kept")}</span
      >`;
    }
    const isLarge = this.large === index;
    return html`<button
      type="button"
      class="picture"
      aria-expanded=${isLarge ? "true" : "false"}
      title=${isLarge ? l10n.t("Show Small") : l10n.t("Show Large")}
      @click=${() => {
        this.large = isLarge ? undefined : index;
      }}
    >
      <img src=${source} alt=${name} decoding="async" />
    </button>`;
  }

  #read(): void {
    const { host } = this;
    if (host === undefined) return;
    for (const image of this.images.slice(0, mostShown)) {
      if (this.sources.has(image)) continue;
      void imageSource(host, image).then((source) => {
        this.sources = new Map(this.sources).set(image, source);
      });
    }
  }
}

customElements.define("silverpoint-pictures", SilverpointPictures);

export function pictures(images: readonly string[] | undefined, host: Host): TemplateResult | typeof nothing {
  if (images === undefined || images.length === 0) return nothing;
  return html`<silverpoint-pictures .host=${host} .images=${images}></silverpoint-pictures>`;
}
