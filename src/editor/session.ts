import * as l10n from "@vscode/l10n";
import type * as vscode from "vscode";
import type { TurnOutcome, Turns } from "../agent/turns.ts";
import type { CardAnswer } from "../conversation/cards.ts";
import type { Conversation } from "../conversation/conversation.ts";
import type { TurnEnd } from "../conversation/turnEnd.ts";
import type { WaitingMessage } from "../conversation/waitingMessage.ts";
import type { FileStore } from "../folder/fileStore.ts";
import type { SessionPorts } from "../host/modelAccess.ts";
import { type ConversationFile, type Keeping, keepingOf } from "./conversationFile.ts";
import type { DesignFile } from "./designFile.ts";
import { DiskWatch } from "./diskWatch.ts";
import { Emitter } from "./emitter.ts";
import { OpenConversation } from "./openConversation.ts";
import { OpenDesign } from "./openDesign.ts";
import { copyAgentAside, copyPackage } from "./packageCopies.ts";
import { packageName } from "./packageName.ts";
import { type PackageParts, readPackage } from "./readPackage.ts";
import type { SaveProblem } from "./saveProblem.ts";
import { Saves } from "./saves.ts";
import type { SessionSurroundings } from "./sessionSurroundings.ts";
import { logTurn } from "./turnLog.ts";
import { UnsavedWork } from "./unsavedWork.ts";

/**
 * One open package: its design, its conversation, and what is saved of both. Every view of the package, VS Code's
 * save and backup calls and the public API meet here, so a turn belongs to the package and not to a tab (TRN-10).
 */
export class PackageSession {
  readonly conversation: Conversation;
  readonly openConversation: OpenConversation;
  readonly turns: Turns;
  readonly design: DesignFile;
  readonly openDesign: OpenDesign;
  readonly file: ConversationFile;
  readonly disk: DiskWatch;
  readonly #unsaved: UnsavedWork;
  readonly #saves: Saves;
  readonly #surroundings: SessionSurroundings;
  readonly #store: FileStore;
  readonly #changed = new Emitter<void>();
  #packageUri: vscode.Uri;
  #disposed = false;

  /** Anything that a view shows has changed. */
  readonly onDidChange = this.#changed.event;

  private constructor(
    packageUri: vscode.Uri,
    store: FileStore,
    surroundings: SessionSurroundings,
    parts: PackageParts,
  ) {
    this.#packageUri = packageUri;
    this.#store = store;
    this.#surroundings = surroundings;
    this.design = parts.design;
    this.openDesign = new OpenDesign({
      ...parts,
      store,
      canvas: () => surroundings.canvasOf(this.#packageUri),
      namedPackage: (path) => surroundings.namedPackage(this.#packageUri, path),
      images: surroundings.imageMaker,
      files: surroundings.workspaceFiles(() => this.#packageUri),
      readInstructions: () => surroundings.readInstructions(this.#packageUri),
      onEdit: () => this.#afterDesign(),
    });
    this.file = parts.file;
    this.conversation = parts.conversation;
    this.#unsaved = new UnsavedWork({ ...parts, isKept: () => this.keeping === "kept" }, parts.journal);
    this.openConversation = new OpenConversation({
      ...parts,
      unsaved: this.#unsaved,
      keeping: () => this.keeping,
      ...surroundings,
      turnPorts: () => surroundings.turnPorts(this.#sessionPorts()),
      sections: () => this.openDesign.sections(),
      mode: surroundings.modeOf(packageUri),
      onChooseMode: (mode) => surroundings.keepMode(this.#packageUri, mode),
      effects: {
        writeSkill: (name, text) => surroundings.writeSkill(this.#packageUri, name, text),
        addLintRule: (rule) => this.openDesign.addLintRule(rule),
        prepareToSend: () => this.prepareToSend(),
        send: (text) => this.#sendQuietly(text),
      },
      onChange: () => this.#changed.fire(),
      onTurnEnd: (end, isKept) => this.#afterTurn(end, isKept),
      onTakeBack: () => this.openDesign.tellChangesAgain(),
    });
    this.turns = this.openConversation.turns;
    this.disk = new DiskWatch({
      files: [this.design.watched(() => this.#afterReload()), this.openConversation.watched()],
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
  static async open(uri: vscode.Uri, store: FileStore, surroundings: SessionSurroundings): Promise<PackageSession> {
    const { hasUnsaved, ...parts } = await readPackage(uri, store, surroundings);
    const session = new PackageSession(uri, store, surroundings, parts);
    if (hasUnsaved) session.#unsaved.addConversationEdit();
    await session.#unsaved.flush();
    if (session.writable) surroundings.startCliEarly(session.#sessionPorts());
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

  get isEdited(): boolean {
    return this.hasUnsaved || this.openConversation.isEdited;
  }

  /** Sends a message, or queues it while a turn runs; refuses, saying why, where nothing may be added (PKG-11). */
  send(message: WaitingMessage): Promise<TurnOutcome> {
    if (this.turns.state !== "idle") return this.turns.send(message);
    return this.prepareToSend().then(() => this.turns.send(message));
  }

  /** What the person says to a card of the conversation (TRN-10). */
  async answerCard(itemId: string, answer: CardAnswer): Promise<void> {
    if (!this.writable) throw new Error(l10n.t("The conversation is read-only in this view."));
    await this.openConversation.answerCard(itemId, answer);
    await this.#unsaved.flush();
  }

  /** Throws, saying why, when no message can be taken now. */
  async prepareToSend(): Promise<void> {
    const { unreachable } = this.file;
    if (unreachable !== undefined) {
      throw new Error(
        l10n.t("The saved conversation could not be read from disk, so nothing can be added to it: {0}", unreachable),
      );
    }
    if (!this.writable) throw new Error(l10n.t("The conversation is read-only in this view."));
    await this.openDesign.refresh();
    // A save that runs compares with the disk itself, and may take its time.
    if (this.turns.state !== "idle" || this.#saves.isRunning) return;
    if (!(await this.disk.settle()) && !this.disk.gone) {
      throw new Error(l10n.t("Nothing was done yet: first decide what to do about the change on disk."));
    }
  }

  /** Compares with the disk, without insisting; not while a turn runs, whose end looks again (PKG-11). */
  async look(): Promise<void> {
    if (await this.openDesign.refresh()) this.#changed.fire();
    if (this.turns.state === "idle" && !this.#saves.isRunning) await this.disk.look();
  }

  /** Reads document.json again and drops what of it wasn't saved; the conversation stays (PKG-13). */
  async revert(): Promise<void> {
    // Said before anything is awaited: Don't Save ends the session right after it has asked for this.
    this.#unsaved.giveUp();
    if (this.design.unsavedText !== undefined)
      this.openDesign.edits.note("went back to document.json as it is on disk");
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
    return this.isEdited && !this.openConversation.isQuiet;
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

  /** A rename in VS Code is near: an edited document would be asked about, so nothing marks it edited after its save (PKG-12). */
  prepareMove(): void {
    this.openConversation.beQuiet();
  }

  /** The document at the new place has taken over, or there was no rename after all. */
  endMove(): void {
    this.openConversation.speakUp();
    if (this.isEdited) this.openConversation.repeatEdit();
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
    this.openDesign.dispose();
    this.#changed.dispose();
    await this.openConversation.end();
  }

  #sessionPorts(): SessionPorts {
    return {
      image: (sha256) => this.file.image(sha256),
      tools: this.openDesign.tools,
      cards: this.openConversation.cards,
      allowed: this.openConversation.allowed,
      clis: this.openConversation.clis,
      settle: () => this.#unsaved.flush(),
    };
  }

  /** A message that a card's answer sends; what keeps it from being sent is in the log and in the panel. */
  #sendQuietly(text: string): void {
    this.send({ id: crypto.randomUUID(), text, images: [], mode: this.openConversation.mode }).catch((error: unknown) =>
      this.#surroundings.log.warn(`The answer to a card was not sent: ${String(error)}`),
    );
  }

  #afterTurn(end: TurnEnd, isKept: boolean): void {
    // A message that was handed back tells of the person's changes again.
    if (isKept) this.openDesign.forgetToldChanges();
    const { log } = this.#surroundings;
    logTurn(log, packageName(this.#packageUri), end, this.conversation.lastRoundUsage);
    this.look().catch((error: unknown) => log.warn(`Comparing with the disk failed: ${String(error)}`));
  }

  #afterReload(): void {
    this.openDesign.edits.note("changed document.json outside this editor");
    this.#afterDesign();
  }

  #afterDesign(): void {
    this.#unsaved.addDesignEdit();
    this.#changed.fire();
  }
}
