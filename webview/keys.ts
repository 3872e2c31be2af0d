const editingKeys = new Set(["z", "y", "a", "c", "v", "x", "f"]);

/**
 * Keeps the keys of text editing inside the field that has them. VS Code listens on the page and would otherwise undo
 * the design, or copy from its own widgets. Nothing is prevented: the field itself still sees the key.
 */
export function keepEditingKeys(event: KeyboardEvent): void {
  if ((event.ctrlKey || event.metaKey) && editingKeys.has(event.key.toLowerCase())) event.stopPropagation();
}

/** True while an input method owns the key, and for the key event that ends its composition (229). */
export function belongsToInputMethod(event: KeyboardEvent): boolean {
  return event.isComposing || event.keyCode === 229;
}

/** True for the Enter that confirms: no Shift, and not the input method's. */
export function isConfirmingEnter(event: KeyboardEvent): boolean {
  return event.key === "Enter" && !event.shiftKey && !event.altKey && !belongsToInputMethod(event);
}
