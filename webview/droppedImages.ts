/** Calls back for each image file that is dropped on the drawing. Other things that are dragged go on to VS Code. */
export function takeDroppedImages(panel: HTMLElement, onImage: (file: File, event: DragEvent) => void): void {
  panel.addEventListener("dragover", (event) => {
    if (!isOverDrawing(event) || !hasFiles(event)) return;
    event.preventDefault();
    if (event.dataTransfer !== null) event.dataTransfer.dropEffect = "copy";
  });
  panel.addEventListener("drop", (event) => {
    if (!isOverDrawing(event) || !hasFiles(event)) return;
    event.preventDefault();
    event.stopPropagation();
    for (const file of event.dataTransfer?.files ?? []) if (file.type.startsWith("image/")) onImage(file, event);
  });
}

function isOverDrawing({ target }: DragEvent): boolean {
  return target instanceof Element && target.closest("silverpoint-canvas") !== null;
}

function hasFiles({ dataTransfer }: DragEvent): boolean {
  return dataTransfer?.types.includes("Files") === true;
}
