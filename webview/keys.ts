const editingKeys = new Set(["z", "y", "a", "c", "v", "x", "f"]);

/**
 * Keeps the keys of text editing inside the field that has them. VS Code listens on the page and would otherwise undo
 * the design, or copy from its own widgets. Nothing is prevented: the field itself still sees the key.
 */
export function keepEditingKeys(event: KeyboardEvent): void {
  if ((event.ctrlKey || event.metaKey) && editingKeys.has(event.key.toLowerCase())) event.stopPropagation();
}

/** True while an input method owns the key, and for the key event that ends its composition (229). */
function belongsToInputMethod(event: KeyboardEvent): boolean {
  return event.isComposing || event.keyCode === 229;
}

/** True for the Enter that confirms: no Shift, and not the input method's. */
export function isConfirmingEnter(event: KeyboardEvent): boolean {
  return event.key === "Enter" && !event.shiftKey && !event.altKey && !belongsToInputMethod(event);
}

/** Which Enter sends a message: alone, or with Ctrl or ⌘. */
export type SendWith = "enter" | "modifierEnter";

/** True for the Enter that sends a message; the other ones break a line. */
export function isSendingEnter(event: KeyboardEvent, sendWith: SendWith = "enter"): boolean {
  return isConfirmingEnter(event) && (sendWith === "enter" || event.ctrlKey || event.metaKey);
}

/** The keys that send, as they stand on the keyboard. */
export function sendingKeys(sendWith: SendWith): string {
  if (sendWith === "enter") return "Enter";
  return /mac|iphone|ipad/i.test(navigator.userAgent) ? "⌘Enter" : "Ctrl+Enter";
}

/** True for this key alone, and not the input method's. */
export function isPlainKey(event: KeyboardEvent, key: string): boolean {
  const { ctrlKey, metaKey, altKey, shiftKey } = event;
  return event.key === key && !(ctrlKey || metaKey || altKey || shiftKey) && !belongsToInputMethod(event);
}

/** True for the Escape that isn't the input method's. */
export function isEscape(event: KeyboardEvent): boolean {
  return event.key === "Escape" && !belongsToInputMethod(event);
}

/**
 * Keeps Undo and Redo in the field that has the focus. The browser has one undo stack for the whole page: Ctrl+Z in a
 * field where nothing was typed would change the text of another one, and take the focus there.
 */
export function keepUndoInItsField(event: Event): void {
  const isHistory = event instanceof InputEvent && event.inputType.startsWith("history");
  if (isHistory && event.target !== document.activeElement) event.preventDefault();
}

/** Ctrl/Cmd+S. */
export function isSave(event: KeyboardEvent): boolean {
  return (event.ctrlKey || event.metaKey) && !event.altKey && !event.shiftKey && event.key.toLowerCase() === "s";
}
