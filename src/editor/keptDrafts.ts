import { hashBytes, isSha256 } from "../archive/images.ts";
import type { FileStore } from "../folder/fileStore.ts";
import { type ComposerDraft, composerDraft, isEmptyDraft } from "../protocol/index.ts";

export interface KeptDraftsOptions {
  /** The workspace's state, which is written within a moment; a page's own state VS Code writes only every few seconds. */
  readonly state: {
    keys(): readonly string[];
    get(key: string): unknown;
    update(key: string, value: unknown): PromiseLike<void>;
  };
  /** Whether anything of this package's conversation may be kept (SET-2). */
  readonly mayKeep: (packageUri: string) => boolean;
  readonly warn: (line: string) => void;
  /**
   * A folder for the drafts' images, by their SHA-256; a window without one keeps them for as long as the extension
   * runs.
   */
  readonly images?: FileStore | undefined;
}

/** Whose draft it is: the open package, which stays the same one when it is renamed. */
interface DraftOwner {
  readonly packageUri: { toString(): string };
}

const prefix = "draft of ";

/** The composers' drafts with their images, kept by the package's URI and outside of every package (PKG-7). */
export class KeptDrafts {
  readonly #options: KeptDraftsOptions;
  /** The key that each open package had last. */
  readonly #keys = new WeakMap<DraftOwner, string>();
  #writing: Promise<void> = Promise.resolve();

  constructor(options: KeptDraftsOptions) {
    this.#options = options;
  }

  of(owner: DraftOwner): ComposerDraft | undefined {
    return this.#read(this.#keyOf(owner));
  }

  /** Keeps an empty one too, while its panel is open: what the page's own state holds may be older, and a text that was sent. */
  keep(owner: DraftOwner, draft: ComposerDraft): void {
    const key = this.#keyOf(owner);
    this.#write(key, this.#mayKeep(key) ? draft : undefined);
  }

  /** Keeps an image that a draft is about to name. */
  keepImage(owner: DraftOwner, sha256: string, bytes: Uint8Array): Promise<void> {
    const { images } = this.#options;
    if (images === undefined || !this.#mayKeep(this.#keyOf(owner))) return Promise.resolve();
    return this.#enqueue(() => images.write(sha256, bytes));
  }

  /** An image that was kept; undefined when it isn't there, or isn't what was kept any more. */
  async image(sha256: string): Promise<Uint8Array | undefined> {
    if (!isSha256(sha256)) return undefined;
    await this.#writing;
    const bytes = await this.#options.images?.read(sha256).catch(() => undefined);
    return bytes !== undefined && (await hashBytes(bytes)) === sha256 ? bytes : undefined;
  }

  /** Removes the images that no draft names: a window may have been closed before its draft named one. */
  forgetStrayImages(): Promise<void> {
    const { images } = this.#options;
    if (images === undefined) return Promise.resolve();
    return this.#enqueue(async () => {
      const names = (await images.list("")).map(({ name }) => name);
      for (const name of names) if (isSha256(name) && !this.#isNamed(name)) await images.remove(name);
    });
  }

  /** The package's panel was closed, and the page's own state with it. */
  forgetEmpty(owner: DraftOwner): void {
    const key = this.#keyOf(owner);
    const draft = this.#read(key);
    if (draft !== undefined && isEmptyDraft(draft)) this.#write(key, undefined);
  }

  /** Forgets the drafts of packages whose conversation isn't kept any more, open or not (SET-2). */
  forgetUnkept(): void {
    for (const key of this.#options.state.keys()) {
      if (key.startsWith(prefix) && !this.#mayKeep(key)) this.#write(key, undefined);
    }
  }

  /** A package that was renamed since takes its draft along (PKG-12). */
  #keyOf(owner: DraftOwner): string {
    const key = prefix + owner.packageUri.toString();
    const before = this.#keys.get(owner) ?? key;
    this.#keys.set(owner, key);
    if (before !== key) {
      this.#write(key, this.#read(before));
      this.#write(before, undefined);
    }
    return key;
  }

  #mayKeep(key: string): boolean {
    return this.#options.mayKeep(key.slice(prefix.length));
  }

  #read(key: string): ComposerDraft | undefined {
    const draft = composerDraft.safeParse(this.#options.state.get(key));
    return draft.success ? draft.data : undefined;
  }

  #write(key: string, draft: ComposerDraft | undefined): void {
    const { state, warn } = this.#options;
    if (draft === undefined && state.get(key) === undefined) return;
    const before = this.#read(key)?.images ?? [];
    state.update(key, draft).then(undefined, (error: unknown) => warn(`The draft was not kept: ${String(error)}`));
    const kept = draft?.images ?? [];
    const left = before.filter(({ sha256 }) => kept.every((image) => image.sha256 !== sha256));
    if (left.length > 0) void this.#forgetImages(left.map(({ sha256 }) => sha256));
  }

  #forgetImages(left: readonly string[]): Promise<void> {
    return this.#enqueue(async () => {
      for (const sha256 of left) if (!this.#isNamed(sha256)) await this.#options.images?.remove(sha256);
    });
  }

  #isNamed(sha256: string): boolean {
    return this.#options.state
      .keys()
      .filter((key) => key.startsWith(prefix))
      .some((key) => this.#read(key)?.images?.some((image) => image.sha256 === sha256));
  }

  /** One after the other: an image that is taken out and put back again must be there in the end. */
  #enqueue(act: () => Promise<void>): Promise<void> {
    this.#writing = this.#writing
      .then(act)
      .catch((error: unknown) => this.#options.warn(`An image of a draft was not kept: ${String(error)}`));
    return this.#writing;
  }
}
