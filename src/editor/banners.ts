import * as l10n from "@vscode/l10n";
import type { OmittedImage } from "../archive/index.ts";
import type { PromptParts } from "../conversation/promptBreak.ts";
import type { Banner } from "../protocol/index.ts";
import { promptBanners } from "./promptBanners.ts";
import type { RoomOffers } from "./roomOffers.ts";
import type { PackageSession } from "./session.ts";

/**
 * What a person has to know of a session before they go on, most urgent first. Derived from its state, never stored.
 * `next` is what the next message would run on, `offers` whether room can be made in the model's context.
 */
export function bannersOf(session: PackageSession, next: PromptParts, offers: RoomOffers): Banner[] {
  return [...troubles(session), ...promptBanners(session, next, new Date(), offers), ...notices(session)];
}

function troubles(session: PackageSession): Banner[] {
  const { disk, saveProblem, file } = session;
  const banners: Banner[] = [];
  if (disk.gone) {
    banners.push({
      id: "gone",
      tone: "error",
      text: l10n.t("This package was moved or deleted. What is open is kept here until you save it somewhere else."),
      action: { command: "savePackageAs", label: l10n.t("Save Package As…") },
    });
  }
  if (disk.undecided.size > 0) {
    banners.push({
      id: "changedOnDisk",
      tone: "warning",
      text: changedText(disk.undecided),
      action: { command: "decideAboutDisk", label: l10n.t("Decide…") },
    });
  }
  if (saveProblem !== undefined && !disk.gone && disk.undecided.size === 0) {
    banners.push({
      id: "notSaved",
      tone: "error",
      text: l10n.t("The last save didn't go through: {0} Save again to repair it.", saveProblem.text),
    });
  }
  if (file.unreachable !== undefined) {
    banners.push({
      id: "unreachable",
      tone: "error",
      text: l10n.t(
        "The saved conversation could not be read from disk: {0} It is left as it is. Close this editor and open it again to try once more.",
        file.unreachable,
      ),
    });
  }
  if (file.unreadable !== undefined && session.keeping === "kept") {
    banners.push({
      id: "unreadable",
      tone: "warning",
      text: l10n.t(
        "The saved conversation could not be read: {0} It stays as it is until you send a message, which replaces it.",
        file.unreadable,
      ),
      action: { command: "keepUnreadableCopy", label: l10n.t("Keep a Copy") },
    });
  }
  return banners;
}

function changedText(undecided: ReadonlySet<"conversation" | "design">): string {
  if (undecided.size > 1) {
    return l10n.t("The design and the conversation were changed on disk while yours have unsaved changes.");
  }
  return undecided.has("design")
    ? l10n.t("The design was changed on disk while yours has unsaved changes.")
    : l10n.t("The conversation was changed on disk while yours has unsaved changes.");
}

function notices(session: PackageSession): Banner[] {
  const { file, keeping, writable } = session;
  const banners: Banner[] = [];
  if (!writable)
    banners.push({
      id: "readOnly",
      tone: "info",
      text: l10n.t("This view is read-only: the conversation can be read, and nothing is sent or saved."),
    });
  if (keeping === "never") {
    banners.push({
      id: "neverKept",
      tone: "info",
      text: l10n.t("Conversations aren't kept in a template or a design system. This one ends when you close it."),
    });
  }
  if (keeping === "off") {
    banners.push({
      id: "notKept",
      tone: "info",
      text: l10n.t("The conversation isn't kept in this document. The next save removes one that is stored in it."),
      action: { command: "toggleKeepConversation", label: l10n.t("Keep It…") },
    });
  }
  if (file.omittedImages.length > 0)
    banners.push({ id: "omittedImages", tone: "info", text: omittedText(file.omittedImages) });
  return banners;
}

function omittedText(images: readonly OmittedImage[]): string {
  const { length } = images;
  const told =
    length === 1
      ? l10n.t("One image of the conversation is not in the package any more; the agent is told so in its place.")
      : l10n.t(
          "{0} images of the conversation are not in the package any more; the agent is told so in their place.",
          length,
        );
  const pointers = images.filter((image) => image.cause === "lfsPointer").length;
  return pointers === 0 ? told : `${told} ${pointerText(pointers, length)}`;
}

function pointerText(pointers: number, all: number): string {
  if (all === 1) return l10n.t("It was not downloaded (Git LFS): run “git lfs pull”.");
  return pointers === all
    ? l10n.t("They were not downloaded (Git LFS): run “git lfs pull”.")
    : l10n.t("Of them {0} were not downloaded (Git LFS): run “git lfs pull”.", pointers);
}
