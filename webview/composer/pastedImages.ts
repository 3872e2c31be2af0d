/**
 * Takes the images that are pasted anywhere in a part of the page. Text that comes with a picture of itself, as a
 * spreadsheet's cells do, is pasted as text. Other fields keep what is pasted into them.
 */
export function takePastedImages(part: HTMLElement, onFiles: (files: readonly File[]) => void): void {
  part.addEventListener("paste", (event) => {
    const { clipboardData, target } = event;
    if (clipboardData === null || clipboardData.files.length === 0 || isOtherField(target)) return;
    const { types } = clipboardData;
    if (types.includes("text/plain") && types.includes("text/html")) return;
    event.preventDefault();
    onFiles([...clipboardData.files]);
  });
}

function isOtherField(target: EventTarget | null): boolean {
  return (
    target instanceof Element &&
    target.matches("input, textarea, [contenteditable]") &&
    target.closest("silverpoint-composer") === null
  );
}
