import * as l10n from "@vscode/l10n";
import { encodeBase64 } from "../archive/base64.ts";
import { haveSameBytes } from "../archive/encodedConversation.ts";
import { hashBytes } from "../archive/images.ts";
import { readImageFacts } from "../conversation/imageSize.ts";
import type { DesignDocument } from "../design/designDocument.ts";
import { assetsIn } from "../design/pageReferences.ts";
import type { EntryKind, FileStore } from "../folder/fileStore.ts";
import type { WireImage } from "../protocol/index.ts";

const folder = "assets";
/** Larger images aren't drawn and can't be added. */
const byteLimit = 20 * 1024 * 1024;

const extensions: Readonly<Record<string, string>> = {
  "image/png": "png",
  "image/jpeg": "jpg",
  "image/gif": "gif",
  "image/webp": "webp",
};

/** The images of a design, in the package's `assets/`, each named by the SHA-256 of its bytes (DOC-1). */
export class AssetFolder {
  readonly #store: FileStore;

  constructor(store: FileStore) {
    this.#store = store;
  }

  /** The names of the files that are there; links are none. */
  async list(): Promise<ReadonlySet<string>> {
    const isFolder = (await this.#kindOf("", folder)) === "folder";
    const entries = isFolder ? await this.#store.list(folder) : [];
    return new Set(entries.filter(({ kind }) => kind === "file").map(({ name }) => name));
  }

  /** Why a new version of the design can't be taken: it shows an image that isn't in the package. */
  faultIn(after: DesignDocument, before: DesignDocument | undefined, files: ReadonlySet<string>): string | undefined {
    const known = new Set(assetsIn(rootsOf(before)));
    const missing = assetsIn(rootsOf(after)).find((name) => !known.has(name) && !files.has(name));
    if (missing === undefined) return undefined;
    const there = files.size === 0 ? "It has none." : `It has: ${[...files].toSorted().slice(0, 20).join(", ")}.`;
    return `The package has no asset “${missing}”. ${there} The person adds one by dropping an image on the design; generate_image makes one.`;
  }

  /** The images of these names, as far as they are there, can be read, are images, and aren't too large. */
  async read(names: readonly string[]): Promise<Record<string, WireImage>> {
    const files = await this.list();
    const images: Record<string, WireImage> = {};
    for (const name of names.filter((each) => files.has(each))) {
      const bytes = await this.#readImage(`${folder}/${name}`);
      const facts = bytes && readImageFacts(bytes);
      if (bytes !== undefined && facts !== undefined) {
        images[name] = { mimeType: facts.mimeType, data: encodeBase64(bytes) };
      }
    }
    return images;
  }

  /** Stores an image and gives its name and size in pixels; throws, saying why, when it can't be one of a design. */
  async add(bytes: Uint8Array): Promise<{ name: string; width: number; height: number }> {
    const facts = readImageFacts(bytes);
    if (facts === undefined) throw new Error(l10n.t("Only PNG, JPEG, GIF and WebP images can be added to a design."));
    if (bytes.byteLength > byteLimit)
      throw new Error(l10n.t("The image is larger than 20 MiB. Make it smaller, and drop it again."));
    const name = `${await hashBytes(bytes)}.${extensions[facts.mimeType] ?? "png"}`;
    const path = `${folder}/${name}`;
    // What is written through a link lands wherever it leads.
    const kinds = [await this.#kindOf("", folder), await this.#kindOf(folder, name)];
    if (kinds.includes("other"))
      throw new Error(l10n.t("The image can't be stored as {0} in the package: there is a link in the way.", path));
    const there = await this.#store.read(path);
    if (there === undefined || !haveSameBytes(there, bytes)) await this.#store.write(path, bytes);
    return { name, width: facts.width, height: facts.height };
  }

  /** One that can't be read takes no other with it: a picture that is missing is drawn as missing. */
  async #readImage(path: string): Promise<Uint8Array | undefined> {
    try {
      const stat = await this.#store.stat?.(path);
      if (stat !== undefined && stat.size > byteLimit) return undefined;
      const bytes = await this.#store.read(path);
      return bytes !== undefined && bytes.byteLength <= byteLimit ? bytes : undefined;
    } catch {
      return undefined;
    }
  }

  async #kindOf(parent: string, name: string): Promise<EntryKind | undefined> {
    return (await this.#store.list(parent)).find((entry) => entry.name === name)?.kind;
  }
}

function rootsOf(design: DesignDocument | undefined): readonly unknown[] {
  const pages = design?.root.pages;
  return Array.isArray(pages) ? pages : [];
}
