import * as l10n from "@vscode/l10n";
import { html, nothing, type TemplateResult } from "lit";
import { downIcon } from "../icons.ts";

interface WayBack {
  /** Something came below what is read. */
  readonly hasNews: boolean;
  /** The end is out of sight. */
  readonly isAway: boolean;
  readonly onPress: () => void;
}

/** The way back to the end: one button, whether or not there is news, so that it keeps the focus while news comes. */
export function wayBack({ hasNews, isAway, onPress }: WayBack): TemplateResult | typeof nothing {
  if (!hasNews && !isAway) return nothing;
  const label = hasNews ? l10n.t("New messages") : l10n.t("Scroll to End");
  return html`<button
    type="button"
    class=${hasNews ? "pill" : "pill pill-bare"}
    aria-label=${label}
    title=${hasNews ? nothing : label}
    @click=${onPress}
    >${downIcon}${hasNews ? label : nothing}</button
  >`;
}
