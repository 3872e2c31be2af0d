import type * as vscode from "vscode";
import type { Tool } from "../agent/toolbox.ts";
import { designTools } from "../agent/tools/index.ts";
import type { TurnSections } from "../conversation/turnSections.ts";
import type { DesignDocument } from "../design/designDocument.ts";
import { pageOrFirst, pagesOf } from "../design/pages.ts";
import { contextSection, designSystemSection } from "../design/sections.ts";
import type { FileStore } from "../folder/fileStore.ts";
import type { Drawing } from "../protocol/index.ts";
import { AssetFolder } from "./assetFolder.ts";
import type { Canvas } from "./canvas.ts";
import type { ConversationFile } from "./conversationFile.ts";
import { DesignEdits } from "./designEdits.ts";
import type { DesignFile } from "./designFile.ts";
import { DesignSystem } from "./designSystem.ts";
import { designPort } from "./designTools.ts";
import { drawingOf } from "./drawings.ts";

export interface OpenDesignParts {
  readonly design: DesignFile;
  readonly store: FileStore;
  readonly file: ConversationFile;
  /** A panel that can draw; undefined when none is open. */
  readonly canvas: () => Canvas | undefined;
  /** The design was edited, undone or redone. */
  readonly onEdit: () => void;
}

/** What the person looks at in the panel that was used last: a page, and the ids of what is selected. */
export interface View {
  readonly page?: string | undefined;
  readonly selection: readonly string[];
}

/** What there is to draw. */
interface Version {
  readonly revision: number;
  readonly readable: DesignDocument | undefined;
  readonly pages: { id: string; name: string }[];
  readonly tokens: Readonly<Record<string, unknown>> | undefined;
}

/** The design of an open package with all around it: its edits, tokens and images, what is looked at, the agent's tools. */
export class OpenDesign {
  readonly edits: DesignEdits;
  readonly tools: readonly Tool[];
  readonly #design: DesignFile;
  readonly #assets: AssetFolder;
  readonly #system = new DesignSystem();
  #view: View = { selection: [] };
  #drawn: Version = { revision: 0, readable: undefined, tokens: undefined, pages: [] };
  /** How many of the person's changes the turn that runs was told of. */
  #told = 0;

  constructor({ design, store, file, canvas, onEdit }: OpenDesignParts) {
    this.#design = design;
    this.edits = new DesignEdits(design, onEdit);
    this.#assets = new AssetFolder(store);
    const shownPage = () => this.#view.page;
    const parts = { design, edits: this.edits, assets: this.#assets, file, canvas, shownPage };
    this.tools = designTools(
      designPort({ ...parts, drawingOf: (document, page) => drawingOf(document, page, this.#version()) }),
    );
  }

  /** The tokens of the design system; undefined when there is none. */
  get tokens(): Readonly<Record<string, unknown>> | undefined {
    const { readable } = this.#design;
    return readable && this.#system.tokensOf(readable);
  }

  /** The pages, and a number for what there is to draw now: another one when the design or the tokens changed. */
  get summary(): { readonly revision: number; readonly pages: { id: string; name: string }[] } {
    const { revision, pages } = this.#version();
    return { revision, pages };
  }

  /** A page (the first one where there is none of this id) as the panel draws it; undefined when the design can't be read. */
  drawing(page: string | undefined): Drawing | undefined {
    const { readable } = this.#design;
    return readable && drawingOf(readable, pageOrFirst(readable, page), this.#version());
  }

  /** What the model should know of the design now, in full (TRN-1). */
  sections(): TurnSections {
    const { readable, folderName } = this.#design;
    if (readable === undefined) return {};
    const changes = this.edits.personsChanges;
    this.#told = changes.length;
    return {
      designSystem: designSystemSection(this.tokens),
      context: contextSection(readable, folderName, {
        page: this.#view.page,
        selection: this.#view.selection,
        changes,
      }),
    };
  }

  /** The turn whose message told of the person's changes stays in the conversation: they aren't told again. */
  forgetToldChanges(): void {
    this.edits.forget(this.#told);
    this.#told = 0;
  }

  lookAt(view: View): void {
    this.#view = view;
  }

  /** Reads the design-system package again. Resolves to whether the tokens changed. */
  async refresh(packageUri: vscode.Uri): Promise<boolean> {
    const { readable } = this.#design;
    return readable !== undefined && (await this.#system.refresh(readable, packageUri));
  }

  /** Puts an image that the person gave on a page, its middle at a place, as one undo step. Throws when it can't be added. */
  async addImage(bytes: Uint8Array, at: { page?: string | undefined; x: number; y: number }): Promise<void> {
    const { readable } = this.#design;
    const page = readable && pageOrFirst(readable, at.page);
    if (page === undefined) throw new Error("There is no page to put the image on.");
    const { name, width, height } = await this.#assets.add(bytes);
    const node = {
      type: "image",
      name: "Image",
      x: Math.round(at.x - width / 2),
      y: Math.round(at.y - height / 2),
      width,
      height,
      asset: name,
    };
    const operations = JSON.stringify([{ op: "insert", parent: page.id, node }]);
    const outcome = this.edits.apply(operations, "person", () => "Add Image");
    if (outcome.kind === "refused") throw new Error(outcome.reason);
  }

  dispose(): void {
    this.edits.dispose();
  }

  #version(): Version {
    const { readable } = this.#design;
    const { tokens } = this;
    if (readable !== this.#drawn.readable || tokens !== this.#drawn.tokens) {
      const pages = readable === undefined ? [] : pagesOf(readable).map(({ id, name }) => ({ id, name }));
      this.#drawn = { revision: this.#drawn.revision + 1, readable, tokens, pages };
    }
    return this.#drawn;
  }
}
