import { type DesignDocument, readDesign } from "../design/designDocument.ts";
import { asTokens, type Tokens } from "../design/tokens.ts";
import type { FileStore } from "../folder/fileStore.ts";

/** Finds the files of a package by its path as a design names it; undefined for one that mustn't be read. */
type FindPackage = (path: string) => Promise<FileStore | undefined>;

/** The tokens that a design refers to: its own, or those of a design-system package beside it (DOC-1). */
export class DesignSystem {
  readonly #find: FindPackage;
  /** The package that was read last, and what it holds. */
  #read: { readonly path: string; readonly text: string; readonly tokens: Tokens | undefined } | undefined;

  constructor(find: FindPackage) {
    this.#find = find;
  }

  /** The tokens as far as they are known now; undefined when there are none. */
  tokensOf(design: DesignDocument): Tokens | undefined {
    const { designSystem } = design.root;
    if (typeof designSystem === "string") return this.#read?.path === designSystem ? this.#read.tokens : undefined;
    return asTokens(designSystem);
  }

  /** Reads the package that the design names again. Resolves to whether the tokens are others now; never rejects. */
  async refresh(design: DesignDocument): Promise<boolean> {
    const { designSystem } = design.root;
    if (typeof designSystem !== "string") return false;
    const before = JSON.stringify(this.tokensOf(design));
    const store = await this.#find(designSystem);
    const tokens = store && (await readTokens(store).catch(() => undefined));
    const text = JSON.stringify(tokens) ?? "";
    if (this.#read?.path !== designSystem || this.#read.text !== text) {
      this.#read = { path: designSystem, text, tokens };
    }
    return before !== JSON.stringify(this.tokensOf(design));
  }
}

async function readTokens(store: FileStore): Promise<Tokens | undefined> {
  const isFile = (await store.list("")).some(({ name, kind }) => name === "document.json" && kind === "file");
  const design = readDesign(isFile ? await store.read("document.json") : undefined);
  return design.kind === "readable" ? asTokens(design.root.designSystem) : undefined;
}
