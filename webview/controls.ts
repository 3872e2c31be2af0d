/** The one place that knows the widget library: everything else asks for a button, a link or a progress ring. */
import { provideVSCodeDesignSystem, vsCodeButton, vsCodeLink, vsCodeProgressRing } from "@vscode/webview-ui-toolkit";
import { html, nothing, type TemplateResult } from "lit";

provideVSCodeDesignSystem().register(vsCodeButton(), vsCodeLink(), vsCodeProgressRing());

interface ButtonOptions {
  readonly label: string;
  /** The accessible name, where it says more than the label. It has to hold the label. */
  readonly name?: string;
  readonly onPress: (event: Event) => void;
  readonly tone?: "primary" | "secondary";
  readonly disabled?: boolean;
  readonly title?: string;
}

export function button(options: ButtonOptions): TemplateResult {
  const { label, name, onPress, tone = "secondary", disabled = false, title } = options;
  return html`<vscode-button
    appearance=${tone}
    aria-label=${name ?? nothing}
    ?disabled=${disabled}
    title=${title ?? nothing}
    @click=${disabled ? nothing : onPress}
    >${label}</vscode-button
  >`;
}

interface IconButtonOptions extends ButtonOptions {
  readonly icon: TemplateResult;
  /** For a button that opens something: what, and whether it is open now. */
  readonly popup?: { readonly kind: "menu"; readonly open: boolean };
  /** For a button that folds a part of the page: whether that part can be seen. */
  readonly expanded?: boolean;
  /** For a button that switches something: whether it is on. */
  readonly pressed?: boolean;
}

/**
 * A button that shows only an icon; its label is its accessible name and, unless there is another, its tooltip. What it
 * opens is told by properties: the library passes only those on to the button inside, which is what has the focus.
 */
export function iconButton(options: IconButtonOptions): TemplateResult {
  const { label, icon, onPress, disabled = false, title = label, popup, pressed } = options;
  const expanded = popup?.open ?? options.expanded;
  return html`<vscode-button
    appearance="icon"
    aria-label=${label}
    .ariaHaspopup=${popup?.kind ?? null}
    .ariaExpanded=${expanded === undefined ? null : String(expanded)}
    .ariaPressed=${pressed === undefined ? null : String(pressed)}
    title=${title}
    ?disabled=${disabled}
    @click=${disabled ? nothing : onPress}
    >${icon}</vscode-button
  >`;
}

/** A link to a page outside. The address must have been checked; opening it is the page's own click listener's work. */
export function link(text: string, url: string): TemplateResult {
  return html`<vscode-link href=${url} title=${url}>${text}</vscode-link>`;
}

export function progressRing(label: string): TemplateResult {
  return html`<vscode-progress-ring aria-label=${label}></vscode-progress-ring>`;
}
