import * as l10n from "@vscode/l10n";
import { html, type PropertyDeclarations, type PropertyValues, type TemplateResult } from "lit";
import type { Host } from "../host.ts";
import { pictureIcon } from "../icons.ts";
import { imageSource } from "../images.ts";
import { PanelElement } from "../panelElement.ts";

/** A picture of the conversation by its SHA-256, or the sign that it is no longer kept. Its place has its size from the start. */
export class SilverpointPicture extends PanelElement {
  static override properties: PropertyDeclarations = {
    host: { attribute: false },
    sha256: { attribute: false },
    name: { attribute: false },
    source: { state: true },
    isGone: { state: true },
  };
  host: Host | undefined;
  sha256 = "";
  /** What it shows, for those who can't see it; empty: the words beside it say that. */
  name = "";
  source: string | undefined;
  isGone = false;

  protected override willUpdate(changed: PropertyValues<this>): void {
    if (changed.has("sha256") || changed.has("host")) void this.#load();
  }

  protected override render(): TemplateResult {
    if (this.isGone) {
      const words = l10n.t("This image is no longer kept");
      return html`<span class="picture-gone" role="img" aria-label=${words} title=${words}>${pictureIcon}</span>`;
    }
    return this.source === undefined
      ? html`<span class="picture-waiting"></span>`
      : html`<img src=${this.source} alt=${this.name} decoding="async" draggable="false" />`;
  }

  async #load(): Promise<void> {
    const { host, sha256 } = this;
    if (host === undefined || sha256 === "") return;
    const source = await imageSource(host, sha256);
    if (sha256 !== this.sha256) return;
    this.source = source;
    this.isGone = source === undefined;
  }
}

customElements.define("silverpoint-picture", SilverpointPicture);
