import * as l10n from "@vscode/l10n";
import { html, nothing, type TemplateResult } from "lit";
import { repeat } from "lit/directives/repeat.js";
import type { DraftImage } from "../../src/protocol/index.ts";
import { iconButton } from "../controls.ts";
import type { Host } from "../host.ts";
import { removeIcon } from "../icons.ts";
import "./picture.ts";

interface Thumbnails {
  readonly host: Host | undefined;
  /** The accessible name of the list. */
  readonly label: string;
  readonly images: readonly DraftImage[];
  /** Without it the images can be seen and not removed. */
  readonly onRemove?: ((image: DraftImage) => void) | undefined;
}

/** The images of a message that isn't sent, each with its name and a button that removes it. */
export function thumbnails({ host, label, images, onRemove }: Thumbnails): TemplateResult | typeof nothing {
  if (images.length === 0) return nothing;
  return html`<ul class="thumbnails" aria-label=${label}>
    ${repeat(
      images,
      ({ sha256 }) => sha256,
      (image, index) => {
        const name = nameOf(image, index);
        return html`<li class="thumbnail" title=${name}>
          <silverpoint-picture .host=${host} .sha256=${image.sha256} .name=${onRemove === undefined ? name : ""}></silverpoint-picture>
          ${
            onRemove === undefined
              ? nothing
              : html`<span class="thumbnail-name">${name}</span>
                  ${iconButton({ label: l10n.t("Remove {0}", name), icon: removeIcon, onPress: () => onRemove(image) })}`
          }
        </li>`;
      },
    )}
  </ul>`;
}

/** What an image is called where it is shown and announced; one that came without a name has its place. */
export function nameOf({ name }: DraftImage, index: number): string {
  return name === "" ? l10n.t("Image {0}", index + 1) : name;
}
