/** Gives a finished or growing block what HTML text can't bring along: a Copy button and keyboard scrolling. */
export function equipBlock(block: HTMLElement): void {
  for (const code of block.querySelectorAll("pre")) wrapCode(code);
  for (const table of block.querySelectorAll<HTMLElement>("div.table")) makeScrollable(table, "Table");
}

function wrapCode(code: HTMLPreElement): void {
  const frame = document.createElement("div");
  frame.className = "code";
  const bar = document.createElement("div");
  bar.className = "code-bar";
  const language = document.createElement("span");
  language.textContent = code.dataset.language ?? "";
  bar.append(language, copyButton(code));
  code.replaceWith(frame);
  frame.append(bar, code);
  makeScrollable(code, "Code");
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
  button.textContent = "Copy";
  button.addEventListener("click", () => {
    navigator.clipboard.writeText(code.textContent ?? "").then(
      () => flash(button, "Copied"),
      () => flash(button, "Couldn’t Copy"),
    );
  });
  return button;
}

function flash(button: HTMLButtonElement, word: string): void {
  button.textContent = word;
  setTimeout(() => {
    button.textContent = "Copy";
  }, 1500);
}
