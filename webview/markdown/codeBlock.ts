import * as l10n from "@vscode/l10n";
import { colorSoon } from "./colorSoon.ts";

/** Gives a finished or growing block what HTML text can't bring along: colours, a Copy button and keyboard scrolling. */
export function equipBlock(block: HTMLElement): void {
  for (const code of block.querySelectorAll("pre")) wrapCode(code);
  for (const table of block.querySelectorAll<HTMLElement>("div.table")) makeScrollable(table, l10n.t("Table"));
}

function wrapCode(code: HTMLPreElement): void {
  color(code);
  const frame = document.createElement("div");
  frame.className = "code";
  const bar = document.createElement("div");
  bar.className = "code-bar";
  const language = document.createElement("span");
  language.textContent = code.dataset.language ?? "";
  bar.append(language, copyButton(code));
  code.replaceWith(frame);
  frame.append(bar, code);
  makeScrollable(code, l10n.t("Code"));
}

/** Colours come when the fence closes: a growing block would be coloured anew with each piece. */
function color(block: HTMLPreElement): void {
  const { language, open } = block.dataset;
  const code = block.querySelector("code");
  if (code !== null && language !== undefined && open === undefined) colorSoon(code, language.toLowerCase());
}

function makeScrollable(element: HTMLElement, label: string): void {
  element.tabIndex = 0;
  element.role = "group";
  element.ariaLabel = label;
}

function copyButton(code: HTMLElement): HTMLButtonElement {
  const button = document.createElement("button");
  button.type = "button";
  button.className = "quiet-button";
  button.textContent = l10n.t("Copy");
  button.addEventListener("click", () => {
    navigator.clipboard.writeText(code.textContent ?? "").then(
      () => flash(button, l10n.t("Copied")),
      () => flash(button, l10n.t("Couldn’t Copy")),
    );
  });
  return button;
}

function flash(button: HTMLButtonElement, word: string): void {
  button.textContent = word;
  setTimeout(() => {
    button.textContent = l10n.t("Copy");
  }, 1500);
}
