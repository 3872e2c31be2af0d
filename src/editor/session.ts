import * as vscode from "vscode";
import type { TurnPorts } from "../agent/runTurn.ts";
import { Turns } from "../agent/turns.ts";
import { encodeConversation, type ReadOutcome } from "../archive/index.ts";
import { Conversation, type TurnEnd } from "../conversation/conversation.ts";
import { copyFolder } from "../folder/copyFolder.ts";
import type { FileStore } from "../folder/fileStore.ts";
import { PackageFolder } from "../folder/packageFolder.ts";
import { type Backup, readBackedUp } from "./backup.ts";
import { type DesignEdit, DesignFile } from "./designFile.ts";

export interface SessionOptions {
  readonly packageUri: vscode.Uri;
  readonly store: FileStore;
  /** What the next turn runs on; throws, saying what to do, when there is nothing. */
  readonly turnPorts: (image: TurnPorts["image"]) => Promise<TurnPorts>;
  readonly log: { info(line: string): void; warn(line: string): void };
}

/**
 * One open package: its design, its conversation, and what is saved of both. Every view of the package, VS Code's
 * save and backup calls and the public API meet here, so a turn belongs to the package and not to a tab (TRN-10).
 */
export class PackageSession implements vscode.Disposable {
  readonly packageUri: vscode.Uri;
  readonly conversation: Conversation;
  readonly turns: Turns;
  readonly design: DesignFile;
  readonly #store: FileStore;
  readonly #folder: PackageFolder;
  readonly #images: Map<string, Uint8Array>;
  /** Images that the package's own folder holds. */
  #onDisk: ReadonlySet<string>;
  readonly #conversationEdited = new vscode.EventEmitter<void>();
  readonly #designEdited = new vscode.EventEmitter<DesignEdit>();
  readonly #changed = new vscode.EventEmitter<void>();
  #unreadable: string | undefined;
  /** Why the file system didn't give the conversation; what is there then is left alone until the package is opened again. */
  readonly #unreachable: string | undefined;
  /** Counts what was announced as an edit of the conversation; `#savedEdits` says how far the last save got. */
  #edits = 0;
  #savedEdits = 0;
  #saving: Promise<unknown> = Promise.resolve();
  #disposed = false;

  /** The conversation has changed in a way that marks the document edited (PKG-6). */
  readonly onDidEditConversation = this.#conversationEdited.event;
  readonly onDidEditDesign = this.#designEdited.event;
  /** Anything that a view shows has changed. */
  readonly onDidChange = this.#changed.event;

  private constructor(options: SessionOptions, folder: PackageFolder, outcome: OpenOutcome, design: DesignFile) {
    this.packageUri = options.packageUri;
    this.design = design;
    this.#store = options.store;
    this.#folder = folder;
    this.#images = new Map(outcome.kind === "conversation" ? outcome.images : []);
    this.#onDisk = new Set(this.#images.keys());
    this.#unreadable = outcome.kind === "unreadable" ? outcome.reason : undefined;
    this.#unreachable = outcome.kind === "unreachable" ? outcome.reason : undefined;
    this.conversation = new Conversation(outcome.kind === "conversation" ? outcome.conversation : undefined);
    this.turns = new Turns({
      conversation: this.conversation,
      ports: () => options.turnPorts((sha256) => this.#images.get(sha256)),
      onChange: () => this.#announceEdit(),
      onProgress: () => this.#changed.fire(),
      onEnd: (end) => this.#logTurn(options.log, end),
    });
  }

  /** Opens a package, with the unsaved work of a backup where one is given. A conversation that can't be read never stops it (COM-2). */
  static async open(options: SessionOptions, backup?: Backup): Promise<PackageSession> {
    const folder = new PackageFolder(options.store);
    const onDisk = await openFolder(folder);
    const design = await DesignFile.open(options.store, packageName(options.packageUri));
    if (backup?.designText !== undefined) design.restore(backup.designText);
    if (backup?.conversation === undefined) return new PackageSession(options, folder, onDisk, design);
    const images = onDisk.kind === "conversation" ? onDisk.images : new Map<string, Uint8Array>();
    const restored = await readBackedUp(backup.conversation, [...images, ...backup.images]);
    const session = new PackageSession(options, folder, restored, design);
    session.#onDisk = new Set(images.keys());
    session.#edits += 1;
    return session;
  }

  /** Why the saved conversation could not be read; undefined when it could, or once it is to be replaced (COM-2). */
  get unreadable(): string | undefined {
    return this.#unreadable;
  }

  /** Why the conversation could not be fetched at all. It may be whole, so nothing may take its place: no message can be sent. */
  get unreachable(): string | undefined {
    return this.#unreachable;
  }

  get disposed(): boolean {
    return this.#disposed;
  }

  /** Whether the conversation holds anything that the last save doesn't. */
  get conversationUnsaved(): boolean {
    return this.#edits > this.#savedEdits;
  }

  addImage(sha256: string, bytes: Uint8Array): void {
    this.#images.set(sha256, bytes);
  }

  rate(itemId: string, rating: "good" | "bad" | undefined, reasons: readonly string[]): void {
    this.conversation.rate(itemId, rating, reasons);
    this.#announceEdit();
  }

  /** Stops what runs and forgets everything, an unreadable conversation too; the files go at the next save (TRN-12). */
  async startNewConversation(): Promise<void> {
    await this.turns.end();
    this.conversation.clear();
    this.#announceEdit();
  }

  renameDesign(name: string): void {
    const edit = this.design.rename(name);
    if (edit === undefined) return;
    this.#designEdited.fire({
      ...edit,
      undo: () => this.#afterDesign(edit.undo),
      redo: () => this.#afterDesign(edit.redo),
    });
    this.#changed.fire();
  }

  /** Reads document.json again and drops what of it wasn't saved; the conversation stays (PKG-13). */
  async reloadDesign(): Promise<void> {
    await this.design.reload();
    this.#changed.fire();
  }

  /**
   * Saves what was changed, one save after the other (PKG-9). Resolves to whether the conversation was edited while
   * the save ran, so that the document is still edited after it (PKG-10).
   */
  save(): Promise<boolean> {
    const saving = this.#saving.then(() => this.#save());
    this.#saving = saving.catch(() => undefined);
    return saving;
  }

  /** Writes the whole package into another folder: the design and the conversation as they are now, every other file as it is. */
  async saveTo(store: FileStore): Promise<void> {
    const leaveOut = this.#keepsItsOwn ? ["document.json", "agent"] : ["document.json"];
    await copyFolder({ store: this.#store, path: "" }, { store, path: "" }, new Set(leaveOut));
    await this.design.saveTo(store);
    if (!this.#keepsItsOwn) return;
    const folder = new PackageFolder(store);
    await folder.open();
    await folder.save(this.conversation.snapshot(), this.#images);
  }

  /** Keeps the `agent/` folder as it is under another name in the package; returns that name. */
  async keepUnreadableCopy(now: Date): Promise<string> {
    const name = `agent-unread-${now.toISOString().slice(0, 19).replaceAll(":", "-")}`;
    await copyFolder({ store: this.#store, path: "agent" }, { store: this.#store, path: name });
    return name;
  }

  /** What a crash or a closed window would lose. */
  backup(): Backup {
    return {
      designText: this.design.unsavedText,
      conversation: this.conversationUnsaved ? encodeConversation(this.conversation.snapshot()) : undefined,
      images: new Map([...this.#images].filter(([sha256]) => !this.#onDisk.has(sha256))),
    };
  }

  /** Ends the session: a turn that still runs is stopped, nothing is written. */
  dispose(): void {
    this.#disposed = true;
    this.turns.end().catch(() => undefined);
    this.#conversationEdited.dispose();
    this.#designEdited.dispose();
    this.#changed.dispose();
  }

  /** Whether the folder's conversation is the one in memory, to be written and copied as that. */
  get #keepsItsOwn(): boolean {
    return this.#unreadable === undefined && this.#unreachable === undefined;
  }

  async #save(): Promise<boolean> {
    const upTo = this.#edits;
    const conversation = this.conversation.snapshot();
    await this.design.save();
    if (this.#keepsItsOwn) {
      await this.#folder.save(conversation, this.#images);
      this.#onDisk = new Set(this.#images.keys());
    }
    this.#savedEdits = Math.max(this.#savedEdits, upTo);
    return this.#edits > upTo;
  }

  #logTurn(log: SessionOptions["log"], end: TurnEnd): void {
    const { input, output, cacheRead, cacheWrite } = this.conversation.lastRoundUsage;
    const line = `${packageName(this.packageUri)}: turn ${end.kind}; last request ${input} tokens in, ${cacheRead} read from the cache, ${cacheWrite} written to it, ${output} out.`;
    if (end.kind === "failed") log.warn(`${line} ${end.failure.code}: ${end.failure.text}`);
    else log.info(line);
  }

  #announceEdit(): void {
    this.#unreadable = undefined;
    this.#edits += 1;
    this.#conversationEdited.fire();
    this.#changed.fire();
  }

  #afterDesign(change: () => void): void {
    change();
    this.#changed.fire();
  }
}

type OpenOutcome = ReadOutcome | { readonly kind: "unreachable"; readonly reason: string };

/** The document opens even where the file system refuses to give the conversation (COM-2). */
async function openFolder(folder: PackageFolder): Promise<OpenOutcome> {
  try {
    return await folder.open();
  } catch (error) {
    return { kind: "unreachable", reason: error instanceof Error ? error.message : String(error) };
  }
}

/** `Poster` for `…/Poster.silverpoint`. */
export function packageName(packageUri: vscode.Uri): string {
  const folder = packageUri.path.split("/").at(-1) ?? "";
  return folder.replace(/\.silverpoint$/i, "") || folder;
}
