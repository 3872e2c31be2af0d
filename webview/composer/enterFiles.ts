import * as l10n from "@vscode/l10n";
import type { DraftImage, WireImage } from "../../src/protocol/index.ts";
import { encodeBlob } from "../base64.ts";
import { type Host, reasonOf } from "../host.ts";
import { scaleImage } from "../scaleImage.ts";

/** How many images one message can have. */
export const imageLimit = 20;

/** Larger files aren't read at all, in bytes. */
const fileLimit = 50 * 1024 * 1024;

/** The longest edge of a picture that is drawn again because no provider takes its kind (IMG-5). */
const longestEdge = 1568;

const sentTypes = new Set(["image/png", "image/jpeg", "image/gif", "image/webp"]);

/** What came of files that were pasted, dropped or chosen: one that can't be sent keeps no other back. */
export interface EnteredFiles {
  readonly images: readonly DraftImage[];
  /** Why others weren't taken, in words. */
  readonly problems: readonly string[];
}

/** Makes images of files, for a message that has room for so many. */
export async function enterFiles(host: Host, files: readonly File[], room: number): Promise<EnteredFiles> {
  const images: DraftImage[] = [];
  const problems: string[] = [];
  const others = files.filter(({ type }) => !type.startsWith("image/"));
  if (others.length > 0) problems.push(refusalOf(others));
  const pictures = files.filter(({ type }) => type.startsWith("image/"));
  if (pictures.length > room) problems.push(l10n.t("A message can have {0} images at most.", imageLimit));
  for (const file of pictures.slice(0, Math.max(0, room))) {
    try {
      images.push(await host.ask("enterImage", { name: file.name, image: await readFile(file) }));
    } catch (error) {
      problems.push(l10n.t("“{0}” was not added. {1}", file.name, reasonOf(error)));
    }
  }
  return { images, problems };
}

/** A kind of picture that only browsers know is drawn again as PNG. */
async function readFile(file: File): Promise<WireImage> {
  if (file.size > fileLimit) throw new Error(l10n.t("It is larger than 50 MB."));
  const image = { mimeType: file.type, data: await encodeBlob(file) };
  if (sentTypes.has(file.type)) return image;
  try {
    return await scaleImage(image, longestEdge);
  } catch (cause) {
    throw new Error(l10n.t("Only PNG, JPEG, GIF and WebP images can be sent."), { cause });
  }
}

function refusalOf(files: readonly File[]): string {
  const names = files.map(({ name }) => l10n.t("“{0}”", name)).join(", ");
  return files.length === 1
    ? l10n.t("{0} is no image. Only PNG, JPEG, GIF and WebP images can be added to a message.", names)
    : l10n.t("{0} are no images. Only PNG, JPEG, GIF and WebP images can be added to a message.", names);
}
