import * as l10n from "@vscode/l10n";

/** What becomes of the files that are dropped on the panel. */
export interface DropListener {
  /** An image on the drawing. */
  readonly onImage: (file: File, event: DragEvent) => void;
  /** Told in words of what can't be put on a design. */
  readonly onRefused: (reason: string) => void;
  /** Files on the conversation, of any kind. */
  readonly onMessageFiles: (files: readonly File[]) => void;
}

/** Takes the files that are dropped on the drawing or the conversation. Other things that are dragged go on to VS Code. */
export function takeDroppedImages(panel: HTMLElement, { onImage, onRefused, onMessageFiles }: DropListener): void {
  /** Where a drop would go is marked for as long as the files are over it. */
  let marked: Element | undefined;
  const mark = (target: Element | undefined) => {
    marked?.removeAttribute("data-dropping");
    target?.setAttribute("data-dropping", "");
    marked = target;
  };
  panel.addEventListener("dragover", (event) => {
    const conversation = conversationUnder(event);
    const isTaken = hasFiles(event) && (conversation !== undefined || isOverDrawing(event));
    mark(isTaken ? conversation : undefined);
    if (!isTaken) return;
    event.preventDefault();
    if (event.dataTransfer !== null) event.dataTransfer.dropEffect = "copy";
  });
  panel.addEventListener("dragleave", ({ relatedTarget }) => {
    if (!(relatedTarget instanceof Node && marked?.contains(relatedTarget))) mark(undefined);
  });
  panel.addEventListener("drop", (event) => {
    mark(undefined);
    const isOnConversation = conversationUnder(event) !== undefined;
    if (!hasFiles(event) || !(isOnConversation || isOverDrawing(event))) return;
    event.preventDefault();
    event.stopPropagation();
    const files = [...(event.dataTransfer?.files ?? [])];
    if (isOnConversation) {
      onMessageFiles(files);
      return;
    }
    const others = files.filter((file) => !isImage(file));
    for (const file of files.filter(isImage)) onImage(file, event);
    if (others.length > 0) onRefused(refusalOf(others));
  });
}

function isImage({ type }: File): boolean {
  return type.startsWith("image/");
}

function refusalOf(files: readonly File[]): string {
  const names = files.map(({ name }) => l10n.t("“{0}”", name)).join(", ");
  return files.length === 1
    ? l10n.t("{0} is no image. Only PNG, JPEG, GIF and WebP images can be added to a design.", names)
    : l10n.t("{0} are no images. Only PNG, JPEG, GIF and WebP images can be added to a design.", names);
}

function isOverDrawing({ target }: DragEvent): boolean {
  return target instanceof Element && target.closest("silverpoint-canvas") !== null;
}

function conversationUnder({ target }: DragEvent): Element | undefined {
  return target instanceof Element ? (target.closest("silverpoint-conversation") ?? undefined) : undefined;
}

function hasFiles({ dataTransfer }: DragEvent): boolean {
  return dataTransfer?.types.includes("Files") === true;
}
