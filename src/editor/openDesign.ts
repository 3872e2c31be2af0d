import * as l10n from "@vscode/l10n";
import type { Tool } from "../agent/tool.ts";
import type { DesignPort } from "../agent/tools/designPort.ts";
import type { ImageMaker } from "../agent/tools/imageMaker.ts";
import { agentTools } from "../agent/tools/index.ts";
import type { WorkspaceFiles } from "../agent/tools/workspaceFiles.ts";
import { findReclaimed } from "../archive/reclaimed.ts";
import type { Conversation } from "../conversation/conversation.ts";
import type { TurnSections } from "../conversation/turnSections.ts";
import type { ImageReference } from "../conversation/waitingMessage.ts";
import type { DesignDocument } from "../design/designDocument.ts";
import { withLintRule } from "../design/lint/addLintRule.ts";
import { readLintRule } from "../design/lint/lintRule.ts";
import { pageOrFirst, pagesOf } from "../design/pages.ts";
import { contextSection, designSystemSection } from "../design/sections.ts";
import type { Tokens } from "../design/tokens.ts";
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
import { lintPort } from "./lintTools.ts";

export interface OpenDesignParts {
  readonly design: DesignFile;
  readonly store: FileStore;
  readonly file: ConversationFile;
  /** A panel that can draw; undefined when none is open. */
  readonly canvas: () => Canvas | undefined;
  /** The package at a path that the design names; undefined for one that mustn't be read (DOC-1). */
  readonly namedPackage: (path: string) => Promise<FileStore | undefined>;
  readonly images: ImageMaker;
  readonly files: WorkspaceFiles;
  /** What the workspace tells agents; undefined where there is nothing. */
  readonly readInstructions: () => Promise<string | undefined>;
  /** Has the tool results that were put aside (CMP-8). */
  readonly conversation: Pick<Conversation, "snapshot">;
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
  readonly tokens: Tokens | undefined;
}

/** The design of an open package with all around it: its edits, tokens and images, what is looked at, the agent's tools. */
export class OpenDesign {
  readonly edits: DesignEdits;
  readonly tools: readonly Tool[];
  readonly #port: DesignPort;
  readonly #design: DesignFile;
  readonly #assets: AssetFolder;
  readonly #system: DesignSystem;
  readonly #readInstructions: () => Promise<string | undefined>;
  /** What the workspace tells agents, and the refresh that read it. */
  #instructions: { readonly number: number; readonly text: string | undefined } = { number: 0, text: undefined };
  /** How many refreshes have begun. */
  #begun = 0;
  #view: View = { selection: [] };
  #drawn: Version = { revision: 0, readable: undefined, tokens: undefined, pages: [] };
  /** How many of the person's changes the turn that runs was told of. */
  #told = 0;

  constructor(given: OpenDesignParts) {
    const { design, store, file, canvas, namedPackage, images, files, readInstructions, onEdit } = given;
    this.#design = design;
    this.#readInstructions = readInstructions;
    this.#system = new DesignSystem(namedPackage);
    this.edits = new DesignEdits(design, onEdit);
    this.#assets = new AssetFolder(store);
    const shownPage = () => this.#view.page;
    const parts = { design, edits: this.edits, assets: this.#assets, file, canvas, shownPage };
    this.#port = designPort({ ...parts, drawingOf: (document, page) => drawingOf(document, page, this.#version()) });
    this.tools = agentTools({
      design: this.#port,
      lint: lintPort({ design, tokens: () => this.tokens }),
      images,
      files,
      reclaimed: async (callID) => findReclaimed(given.conversation.snapshot(), callID),
    });
  }

  /** The tokens of the design system; undefined when there is none. */
  get tokens(): Tokens | undefined {
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
        instructions: this.#instructions.text,
      }),
    };
  }

  /** The turn whose message told of the person's changes stays in the conversation: they aren't told again. */
  forgetToldChanges(): void {
    this.edits.forget(this.#told);
    this.#told = 0;
  }

  /** A picture of a node, which is an image of the conversation's once a message shows it. Throws, saying why there is none (DOC-3). */
  async picture(id: string, scale: number): Promise<ImageReference> {
    const drawn = await this.#port.screenshot({ id, scale }, new AbortController().signal);
    if (drawn.kind === "refused") throw new Error(drawn.reason);
    return drawn.image;
  }

  /** The last turn was taken back: what it told of the person's changes is told again. */
  tellChangesAgain(): void {
    this.edits.remind();
  }

  lookAt(view: View): void {
    this.#view = view;
  }

  /** Reads the design-system package and the workspace's instructions again. Resolves to whether the tokens changed. */
  async refresh(): Promise<boolean> {
    const { readable } = this.#design;
    this.#begun += 1;
    const number = this.#begun;
    const [instructions, isChanged] = await Promise.all([
      this.#readInstructions().catch(() => undefined),
      readable !== undefined && this.#system.refresh(readable),
    ]);
    // One that began later has read what is newer.
    if (number > this.#instructions.number) this.#instructions = { number, text: instructions };
    return isChanged;
  }

  /** Puts an image that the person gave on a page, its middle at a place, as one undo step. Throws when it can't be added. */
  async addImage(bytes: Uint8Array, at: { page?: string | undefined; x: number; y: number }): Promise<void> {
    const { readable } = this.#design;
    const page = readable && pageOrFirst(readable, at.page);
    if (page === undefined) throw new Error(l10n.t("There is no page to put the image on."));
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

  /**
   * Adds a rule to those of the design system, as one undo step of the person's. Throws, saying why, when it can't be added:
   * it isn't one, there is one of its id, or the rules are another package's.
   */
  addLintRule(rule: unknown): void {
    const { readable } = this.#design;
    if (readable === undefined)
      throw new Error(l10n.t("document.json can't be read now, so no rule can be added to it."));
    this.edits.put("Add Rule", withLintRule(readable, readLintRule(rule)));
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
