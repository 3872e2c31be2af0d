import * as vscode from "vscode";
import type { TurnPorts } from "../agent/runTurn.ts";
import { type TurnOutcome, Turns } from "../agent/turns.ts";
import { Conversation, type TurnEnd } from "../conversation/conversation.ts";
import type { WaitingMessage } from "../conversation/waitingMessage.ts";
import type { FileStore } from "../folder/fileStore.ts";
import type { OpenedJournal } from "../journal/journals.ts";
import { ConversationFile, type Keeping } from "./conversationFile.ts";
import { type DesignEdit, DesignFile } from "./designFile.ts";
import { DiskWatch, type WatchedFile } from "./diskWatch.ts";
import { copyAgentAside, copyPackage } from "./packageCopies.ts";
import { packageName } from "./packageName.ts";
import { restoreConversation } from "./restoreConversation.ts";
import type { SaveProblem } from "./saveProblem.ts";
import { Saves } from "./saves.ts";
import type { SessionSurroundings } from "./sessionSurroundings.ts";
import { UnsavedWork } from "./unsavedWork.ts";

/**
 * One open package: its design, its conversation, and what is saved of both. Every view of the package, VS Code's
 * save and backup calls and the public API meet here, so a turn belongs to the package and not to a tab (TRN-10).
 */
export class PackageSession {
  readonly conversation: Conversation;
  readonly turns: Turns;
  readonly design: DesignFile;
  readonly file: ConversationFile;
  readonly disk: DiskWatch;
  readonly #unsaved: UnsavedWork;
  readonly #saves: Saves;
  readonly #surroundings: SessionSurroundings;
  readonly #store: FileStore;
  readonly #conversationEdited = new vscode.EventEmitter<void>();
  readonly #designEdited = new vscode.EventEmitter<DesignEdit>();
  readonly #changed = new vscode.EventEmitter<void>();
  #packageUri: vscode.Uri;
  #disposed = false;
  #moving = false;

  /** The conversation has changed in a way that marks the document edited (PKG-6). */
  readonly onDidEditConversation = this.#conversationEdited.event;
  readonly onDidEditDesign = this.#designEdited.event;
  /** Anything that a view shows has changed. */
  readonly onDidChange = this.#changed.event;

  private constructor(
    packageUri: vscode.Uri,
    store: FileStore,
    surroundings: SessionSurroundings,
    parts: { design: DesignFile; file: ConversationFile; conversation: Conversation; journal: OpenedJournal },
  ) {
    this.#packageUri = packageUri;
    this.#store = store;
    this.#surroundings = surroundings;
    this.design = parts.design;
    this.file = parts.file;
    this.conversation = parts.conversation;
    this.#unsaved = new UnsavedWork({ ...parts, isKept: () => this.keeping === "kept" }, parts.journal);
    this.turns = new Turns({
      conversation: this.conversation,
      ports: () => this.#turnPorts(),
      onChange: () => this.#announceEdit(),
      onProgress: () => this.#progress(),
      onEnd: (end) => this.#afterTurn(end),
    });
    this.disk = new DiskWatch({
      files: [this.design.watched(() => this.#afterDesign(true)), this.#watchedConversation()],
      ask: (what) => surroundings.askAboutDisk(what, packageName(this.#packageUri)),
      onChange: () => this.#changed.fire(),
    });
    this.#saves = new Saves({
      ...parts,
      disk: this.disk,
      unsaved: this.#unsaved,
      keeping: () => this.keeping,
      isWritable: () => this.writable,
      mayRemove: () => surroundings.mayRemove(this.#packageUri),
      onChange: () => this.#changed.fire(),
    });
  }

  /** Opens a package, with what an earlier session left unsaved. A conversation that can't be read never stops it (COM-2). */
  static async open(
    packageUri: vscode.Uri,
    store: FileStore,
    surroundings: SessionSurroundings,
  ): Promise<PackageSession> {
    const design = await DesignFile.open(store, packageName(packageUri));
    const keeping = keepingOf(design, surroundings.keepsConversation(packageUri));
    const file = new ConversationFile(store);
    const saved = await file.read(keeping);
    const journal = await surroundings.openJournal(packageUri);
    if (journal.work?.design !== undefined) design.restore(journal.work.design);
    const restored =
      keeping === "kept" && journal.work !== undefined ? await restoreConversation(journal.work, file) : undefined;
    const conversation = new Conversation(restored?.conversation ?? saved);
    const session = new PackageSession(packageUri, store, surroundings, { design, file, conversation, journal });
    if (restored !== undefined) {
      if (restored.conflicts) file.distrust();
      session.#unsaved.addConversationEdit();
    }
    await session.#unsaved.flush();
    return session;
  }

  get packageUri(): vscode.Uri {
    return this.#packageUri;
  }

  /** Whether and why the conversation is kept in this package. */
  get keeping(): Keeping {
    return keepingOf(this.design, this.#surroundings.keepsConversation(this.#packageUri));
  }

  get writable(): boolean {
    return this.#surroundings.isWritable(this.#packageUri);
  }

  get disposed(): boolean {
    return this.#disposed;
  }

  /** Why the last save stored nothing, or not all; undefined when it did (PKG-15). */
  get saveProblem(): SaveProblem | undefined {
    return this.#saves.problem;
  }

  /** Whether a save would store anything that isn't stored yet. */
  get hasUnsaved(): boolean {
    return this.#unsaved.isAny;
  }

  /** A turn that runs keeps the document edited too: a clean tab would be closed without a question, and the turn with it. */
  get isEdited(): boolean {
    return this.hasUnsaved || (this.turns.state !== "idle" && this.keeping === "kept");
  }

  get conversationUnsaved(): boolean {
    return this.#unsaved.hasConversation;
  }

  /** Sends a message, or queues it while a turn runs; refuses, saying why, where nothing may be added (PKG-11). */
  send(message: WaitingMessage): Promise<TurnOutcome> {
    if (this.turns.state !== "idle") return this.turns.send(message);
    return this.prepareToSend().then(() => this.turns.send(message));
  }

  /** Throws, saying why, when no message can be taken now. */
  async prepareToSend(): Promise<void> {
    const { unreachable } = this.file;
    if (unreachable !== undefined) {
      throw new Error(
        `The saved conversation could not be read from disk, so nothing can be added to it: ${unreachable}`,
      );
    }
    if (!this.writable) throw new Error("The conversation is read-only in this view.");
    // A save that runs compares with the disk itself, and may take its time.
    if (this.turns.state !== "idle" || this.#saves.isRunning) return;
    if (!(await this.disk.settle()) && !this.disk.gone) {
      throw new Error("The message was not sent: first decide what to do about the change on disk.");
    }
  }

  /** Compares with the disk, without insisting; not while a turn runs, whose end looks again (PKG-11). */
  async look(): Promise<void> {
    if (this.turns.state === "idle" && !this.#saves.isRunning) await this.disk.look();
  }

  rate(itemId: string, rating: "good" | "bad" | undefined, reasons: readonly string[]): void {
    this.conversation.rate(itemId, rating, reasons);
    this.#announceEdit();
  }

  /** Stops what runs and forgets everything, an unreadable conversation too; the files go at the next save (TRN-12). */
  async startNewConversation(): Promise<void> {
    await this.turns.end();
    this.conversation.reset();
    this.file.replaceUnreadable();
    this.#announceEdit();
    await this.#unsaved.flush();
  }

  renameDesign(name: string): void {
    const edit = this.design.rename(name);
    if (edit === undefined) return;
    this.#designEdited.fire({
      ...edit,
      undo: () => this.#afterDesign(edit.undo()),
      redo: () => this.#afterDesign(edit.redo()),
    });
    this.#afterDesign(true);
  }

  /** Reads document.json again and drops what of it wasn't saved; the conversation stays (PKG-13). */
  async revert(): Promise<void> {
    // Said before anything is awaited: Don't Save ends the session right after it has asked for this.
    this.#unsaved.giveUp();
    await this.design.load();
    await this.#unsaved.flush();
    this.#changed.fire();
  }

  /**
   * Saves what was changed, one save after the other (PKG-9). Resolves to whether the document is still edited after it:
   * changed while the save ran (PKG-10), or with a turn that runs.
   */
  async save(): Promise<boolean> {
    await this.#saves.run();
    return this.isEdited && !this.#moving;
  }

  /** Writes the whole package into another folder: the design and the conversation as they are now, every other file as it is (PKG-13). */
  saveTo(store: FileStore): Promise<void> {
    const { design, file, keeping } = this;
    return copyPackage(this.#store, store, { design, file, keeping, conversation: this.conversation.snapshot() });
  }

  /** Keeps the `agent/` folder as it is under another name in the package; returns that name (COM-2). */
  keepUnreadableCopy(now: Date): Promise<string> {
    return copyAgentAside(this.#store, now);
  }

  /** Puts what a crash or a closed window would lose on disk now; gives the journal's name (PKG-13). */
  async backup(): Promise<string> {
    await this.#unsaved.flush();
    return this.#unsaved.journalName ?? "nothing";
  }

  /** The setting has changed: what is on disk comes back where it was left unread, and a journal forgets what isn't kept (SET-2). */
  async afterKeepingChanged(): Promise<void> {
    if (this.keeping === "kept") {
      if (this.file.notRestored && this.conversation.isEmpty) {
        this.conversation.reset(await this.file.read("kept"));
      } else if (!this.conversation.isEmpty) {
        if (this.file.notRestored) await this.file.distrustUnread();
        this.#announceEdit();
      }
    } else {
      await this.#unsaved.startOver();
    }
    this.#changed.fire();
  }

  /** A rename in VS Code is near: an edited document would be asked about, so nothing marks it edited after its save (PKG-12). */
  prepareMove(): void {
    this.#moving = true;
  }

  /** The document at the new place has taken over, or there was no rename after all. */
  endMove(): void {
    this.#moving = false;
    if (this.isEdited) this.#conversationEdited.fire();
  }

  /** The package was renamed in VS Code: the same conversation goes on at the new place (PKG-12). */
  async moveTo(packageUri: vscode.Uri): Promise<void> {
    this.#packageUri = packageUri;
    await this.#unsaved.moveTo(await this.#surroundings.openJournal(packageUri));
    this.#changed.fire();
  }

  /**
   * The package was closed: a turn that still runs is stopped, nothing is written to the package. Resolves when the journal
   * is settled: what Don't Save gave up must not come back (PKG-13).
   */
  async end(): Promise<void> {
    const settle = this.#unsaved.ending();
    await this.#stop();
    await settle();
  }

  /** The window goes, and everything unsaved comes back with it: a revert before that has given up the design only (PKG-13). */
  async leave(): Promise<void> {
    await this.#stop();
    await this.#unsaved.close();
  }

  async #stop(): Promise<void> {
    this.#disposed = true;
    this.#conversationEdited.dispose();
    this.#designEdited.dispose();
    this.#changed.dispose();
    await this.turns.end();
  }

  async #turnPorts(): Promise<TurnPorts> {
    // The message is on disk before anything goes out (PKG-13).
    await this.#unsaved.flush();
    return this.#surroundings.turnPorts((sha256) => this.file.image(sha256));
  }

  #watchedConversation(): WatchedFile {
    return this.file.watched({
      // What isn't kept is based on no file, and the next save removes whatever is there (SET-2).
      isKept: () => this.keeping === "kept",
      hasUnsaved: () => this.conversationUnsaved || this.turns.state !== "idle" || this.conversation.queued.length > 0,
      load: async (read) => {
        await this.turns.end();
        this.conversation.reset(await read(this.keeping));
        this.#unsaved.forgetConversationEdits();
        this.#changed.fire();
      },
      onAccept: () => this.#announceEdit(),
    });
  }

  #afterTurn(end: TurnEnd): void {
    const { input, output, cacheRead, cacheWrite } = this.conversation.lastRoundUsage;
    const line = `${packageName(this.#packageUri)}: turn ${end.kind}; last request ${input} tokens in, ${cacheRead} read from the cache, ${cacheWrite} written to it, ${output} out.`;
    if (end.kind === "failed") this.#surroundings.log.warn(`${line} ${end.failure.code}: ${end.failure.text}`);
    else this.#surroundings.log.info(line);
    this.look().catch((error: unknown) =>
      this.#surroundings.log.warn(`Comparing with the disk failed: ${String(error)}`),
    );
  }

  #progress(): void {
    this.#unsaved.note();
    this.#changed.fire();
  }

  /** While conversations aren't kept a change of one is none of the document (SET-2). */
  #announceEdit(): void {
    if (this.keeping === "kept") {
      // A message that brought no answer is as if it had not been sent: what couldn't be read stays (COM-2).
      if (this.conversation.history.some((message) => message.role === "assistant")) this.file.replaceUnreadable();
      this.#unsaved.addConversationEdit();
      if (!this.#moving) this.#conversationEdited.fire();
    }
    this.#changed.fire();
  }

  #afterDesign(done: boolean): boolean {
    this.#unsaved.addDesignEdit();
    this.#changed.fire();
    return done;
  }
}

/** A template or a design system never keeps a conversation, whatever the settings say (PKG-4). */
function keepingOf(design: DesignFile, wanted: boolean): Keeping {
  if (design.isShared) return "never";
  return wanted ? "kept" : "off";
}
