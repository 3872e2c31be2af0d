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
}

/** Whose draft it is: the open package, which stays the same one when it is renamed. */
interface DraftOwner {
  readonly packageUri: { toString(): string };
}

const prefix = "draft of ";

/** The composers' drafts, kept by the package's URI and outside of every package (PKG-7). */
export class KeptDrafts {
  readonly #options: KeptDraftsOptions;
  /** The key that each open package had last. */
  readonly #keys = new WeakMap<DraftOwner, string>();

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
    state.update(key, draft).then(undefined, (error: unknown) => warn(`The draft was not kept: ${String(error)}`));
  }
}
