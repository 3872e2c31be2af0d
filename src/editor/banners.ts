import type { OmittedImage } from "../archive/index.ts";
import type { Banner } from "../protocol/index.ts";
import type { PackageSession } from "./session.ts";

/** What a person has to know of a session before they go on, most urgent first. Derived from its state, never stored. */
export function bannersOf(session: PackageSession): Banner[] {
  return [...troubles(session), ...notices(session)];
}

function troubles(session: PackageSession): Banner[] {
  const { disk, saveProblem, file } = session;
  const banners: Banner[] = [];
  if (disk.gone) {
    banners.push({
      id: "gone",
      tone: "error",
      text: "This package was moved or deleted. What is open is kept here until you save it somewhere else.",
      action: { command: "savePackageAs", label: "Save Package As…" },
    });
  }
  if (disk.undecided.size > 0) {
    const what = [...disk.undecided]
      .map((file) => (file === "design" ? "The design" : "The conversation"))
      .join(" and the conversation");
    banners.push({
      id: "changedOnDisk",
      tone: "warning",
      text: `${what} was changed on disk while yours has unsaved changes.`,
      action: { command: "decideAboutDisk", label: "Decide…" },
    });
  }
  if (saveProblem !== undefined && !disk.gone && disk.undecided.size === 0) {
    banners.push({
      id: "notSaved",
      tone: "error",
      text: `The last save didn't go through: ${saveProblem.text} Save again to repair it.`,
    });
  }
  if (file.unreachable !== undefined) {
    banners.push({
      id: "unreachable",
      tone: "error",
      text: `The saved conversation could not be read from disk: ${file.unreachable} It is left as it is. Close this editor and open it again to try once more.`,
    });
  }
  if (file.unreadable !== undefined && session.keeping === "kept") {
    banners.push({
      id: "unreadable",
      tone: "warning",
      text: `The saved conversation could not be read: ${file.unreadable} It stays as it is until you send a message, which replaces it.`,
      action: { command: "keepUnreadableCopy", label: "Keep a Copy" },
    });
  }
  return banners;
}

function notices(session: PackageSession): Banner[] {
  const { file, keeping, writable } = session;
  const banners: Banner[] = [];
  if (!writable)
    banners.push({
      id: "readOnly",
      tone: "info",
      text: "This view is read-only: the conversation can be read, and nothing is sent or saved.",
    });
  if (keeping === "never") {
    banners.push({
      id: "neverKept",
      tone: "info",
      text: "Conversations aren't kept in a template or a design system. This one ends when you close it.",
    });
  }
  if (keeping === "off") {
    banners.push({
      id: "notKept",
      tone: "info",
      text: "The conversation isn't kept in this document. The next save removes one that is stored in it.",
      action: { command: "toggleKeepConversation", label: "Keep It…" },
    });
  }
  if (file.omittedImages.length > 0)
    banners.push({ id: "omittedImages", tone: "info", text: omittedText(file.omittedImages) });
  return banners;
}

function omittedText(images: readonly OmittedImage[]): string {
  const count =
    images.length === 1 ? "One image of the conversation is" : `${images.length} images of the conversation are`;
  const pointers = images.filter((image) => image.cause === "lfsPointer").length;
  const hint =
    pointers > 0
      ? ` ${pointers === images.length ? "They were" : `${pointers} were`} not downloaded (Git LFS): run “git lfs pull”.`
      : "";
  return `${count} not in the package any more; the agent is told so in their place.${hint}`;
}
