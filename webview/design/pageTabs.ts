import * as l10n from "@vscode/l10n";
import { html, nothing, type TemplateResult } from "lit";

export interface PageName {
  readonly id: string;
  readonly name: string;
}

/** The design's pages, one of them shown; nothing where there is only one to show. */
export function pageTabs(
  pages: readonly PageName[],
  shown: string | undefined,
  onShow: (id: string) => void,
): TemplateResult | typeof nothing {
  if (pages.length < 2) return nothing;
  return html`<div class="page-tabs" role="tablist" aria-label=${l10n.t("Pages")} @keydown=${keyPressed}>
    ${pages.map(
      ({ id, name }) =>
        html`<button
          type="button"
          class="page-tab"
          role="tab"
          aria-selected=${id === shown ? "true" : "false"}
          tabindex=${id === shown ? 0 : -1}
          title=${name}
          @click=${() => onShow(id)}
          @focus=${scrolledTo}
        >
          ${name === "" ? l10n.t("Untitled page") : name}
        </button>`,
    )}
  </div>`;
}

/** Arrow keys, Home and End go to another tab and show its page. */
function keyPressed(event: KeyboardEvent): void {
  const { currentTarget, target, key } = event;
  if (!(currentTarget instanceof HTMLElement) || !(target instanceof HTMLElement)) return;
  const tabs = [...currentTarget.querySelectorAll<HTMLElement>("[role=tab]")];
  const at = tabs.indexOf(target);
  const places: Readonly<Record<string, number>> = {
    ArrowLeft: at - 1,
    ArrowRight: at + 1,
    Home: 0,
    End: tabs.length - 1,
  };
  const place = Object.hasOwn(places, key) ? places[key] : undefined;
  const tab = place === undefined ? undefined : tabs.at(place % tabs.length);
  if (tab === undefined) return;
  event.preventDefault();
  tab.focus();
  tab.click();
}

function scrolledTo({ target }: Event): void {
  if (target instanceof HTMLElement) target.scrollIntoView({ block: "nearest", inline: "nearest" });
}
