import * as vscode from "vscode";
import type { TurnPorts } from "../agent/runTurn.ts";
import { Turns } from "../agent/turns.ts";
import type { Conversation, TurnEnd } from "../conversation/conversation.ts";
import type { TurnSections } from "../conversation/turnSections.ts";
import type { ConversationFile, Keeping } from "./conversationFile.ts";
import type { WatchedFile } from "./diskWatch.ts";
import type { UnsavedWork } from "./unsavedWork.ts";

export interface OpenConversationParts {
  readonly conversation: Conversation;
  readonly file: ConversationFile;
  readonly unsaved: UnsavedWork;
  readonly keeping: () => Keeping;
  readonly turnPorts: () => Promise<TurnPorts>;
  readonly sections: () => TurnSections;
  /** Something that a view shows has changed. */
  readonly onChange: () => void;
  /** A turn has ended; `isKept`: its message stays in the conversation, it wasn't handed back. */
  readonly onTurnEnd: (end: TurnEnd, isKept: boolean) => void;
}

/** The live conversation of an open package: its turns, and how each change of it gets to the document (PKG-6). */
export class OpenConversation {
  readonly turns: Turns;
  readonly #parts: OpenConversationParts;
  readonly #edited = new vscode.EventEmitter<void>();
  #turnsBefore = 0;
  #isQuiet = false;

  /** The conversation has changed in a way that marks the document edited. */
  readonly onDidEdit = this.#edited.event;

  constructor(parts: OpenConversationParts) {
    this.#parts = parts;
    const { conversation, unsaved, turnPorts, sections, onChange, onTurnEnd } = parts;
    this.turns = new Turns({
      conversation,
      ports: turnPorts,
      sections: () => {
        this.#turnsBefore = conversation.turnCount;
        return sections();
      },
      onChange: () => this.announceEdit(),
      onProgress: () => {
        unsaved.note();
        onChange();
      },
      onEnd: (end) => onTurnEnd(end, conversation.turnCount > this.#turnsBefore),
    });
  }

  /** Whether a save would store something of it. */
  get isUnsaved(): boolean {
    return this.#parts.unsaved.hasConversation;
  }

  /** A turn that runs keeps the document edited too: a clean tab would be closed without a question, and the turn with it. */
  get isEdited(): boolean {
    return this.isUnsaved || (this.turns.state !== "idle" && this.#parts.keeping() === "kept");
  }

  /** Whether its edits are not announced for a while: an edited document would be asked about (PKG-12). */
  get isQuiet(): boolean {
    return this.#isQuiet;
  }

  beQuiet(): void {
    this.#isQuiet = true;
  }

  /** Announces edits again. */
  speakUp(): void {
    this.#isQuiet = false;
  }

  /** Marks the document edited. While conversations aren't kept a change of one is none of the document (SET-2). */
  announceEdit(): void {
    const { conversation, file, unsaved, keeping, onChange } = this.#parts;
    if (keeping() === "kept") {
      // A message that brought no answer is as if it had not been sent: what couldn't be read stays (COM-2).
      if (conversation.history.some((message) => message.role === "assistant")) file.replaceUnreadable();
      unsaved.addConversationEdit();
      if (!this.#isQuiet) this.#edited.fire();
    }
    onChange();
  }

  /** Tells VS Code once more that the document is edited. */
  repeatEdit(): void {
    this.#edited.fire();
  }

  rate(itemId: string, rating: "good" | "bad" | undefined, reasons: readonly string[]): void {
    this.#parts.conversation.rate(itemId, rating, reasons);
    this.announceEdit();
  }

  /** Stops what runs and forgets everything, an unreadable conversation too; the files go at the next save (TRN-12). */
  async startNew(): Promise<void> {
    const { conversation, file, unsaved } = this.#parts;
    await this.turns.end();
    conversation.reset();
    file.replaceUnreadable();
    this.announceEdit();
    await unsaved.flush();
  }

  /** The setting has changed: what is on disk comes back where it was left unread, and a journal forgets what isn't kept (SET-2). */
  async followKeeping(): Promise<void> {
    const { conversation, file, unsaved, keeping, onChange } = this.#parts;
    if (keeping() !== "kept") {
      await unsaved.startOver();
    } else if (file.notRestored && conversation.isEmpty) {
      conversation.reset(await file.read("kept"));
    } else if (!conversation.isEmpty) {
      if (file.notRestored) await file.distrustUnread();
      this.announceEdit();
    }
    onChange();
  }

  /** What the watch over its file needs (PKG-11). */
  watched(): WatchedFile {
    const { conversation, file, unsaved, keeping, onChange } = this.#parts;
    return file.watched({
      // What isn't kept is based on no file, and the next save removes whatever is there (SET-2).
      isKept: () => keeping() === "kept",
      hasUnsaved: () => this.isUnsaved || this.turns.state !== "idle" || conversation.queued.length > 0,
      load: async (read) => {
        await this.turns.end();
        conversation.reset(await read(keeping()));
        unsaved.forgetConversationEdits();
        onChange();
      },
      onAccept: () => this.announceEdit(),
    });
  }

  dispose(): void {
    this.#edited.dispose();
  }
}
