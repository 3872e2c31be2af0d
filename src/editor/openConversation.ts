import { OpenCards } from "../agent/openCards.ts";
import type { TurnPorts } from "../agent/turnPorts.ts";
import { Turns } from "../agent/turns.ts";
import type { CardAnswer } from "../conversation/cards.ts";
import type { Conversation } from "../conversation/conversation.ts";
import type { TurnEnd } from "../conversation/turnEnd.ts";
import type { TurnSections } from "../conversation/turnSections.ts";
import type { Mode } from "../conversation/waitingMessage.ts";
import type { CliAccess, SessionCliParts } from "../host/cliAccess.ts";
import type { CliId } from "../host/providers.ts";
import { CardAnswers, type CardEffects } from "./cardAnswers.ts";
import { askForCli } from "./cliQuestion.ts";
import type { ConversationFile, Keeping } from "./conversationFile.ts";
import type { WatchedFile } from "./diskWatch.ts";
import { Emitter } from "./emitter.ts";
import type { UnsavedWork } from "./unsavedWork.ts";

export interface OpenConversationParts {
  readonly conversation: Conversation;
  readonly file: ConversationFile;
  readonly unsaved: UnsavedWork;
  readonly keeping: () => Keeping;
  readonly turnPorts: () => Promise<TurnPorts>;
  readonly openClis: (parts: SessionCliParts) => CliAccess;
  /** The CLI that the next turn runs on; undefined for another provider. */
  readonly chosenCli: () => CliId | undefined;
  readonly sections: () => TurnSections;
  readonly effects: CardEffects;
  /** The mode of the first message (TRN-2). */
  readonly mode: Mode;
  readonly onChooseMode: (mode: Mode) => void;
  /** Something that a view shows has changed. */
  readonly onChange: () => void;
  /** A turn has ended; `isKept`: its message stays in the conversation, it wasn't handed back. */
  readonly onTurnEnd: (end: TurnEnd, isKept: boolean) => void;
  /** The last turn was taken back. */
  readonly onTakeBack: () => void;
}

/** The live conversation of an open package: its turns, and how each change of it gets to the document (PKG-6). */
export class OpenConversation {
  readonly turns: Turns;
  readonly cards = new OpenCards();
  /** The programs of the person's own that work for this conversation (CLI-1). */
  readonly clis: CliAccess;
  /** Tools that the person allowed until the document is closed (TRN-2). */
  readonly allowed = new Set<string>();
  readonly #cardAnswers: CardAnswers;
  readonly #parts: OpenConversationParts;
  #mode: Mode;
  readonly #edited = new Emitter<void>();
  #turnsBefore = 0;
  #isQuiet = false;

  /** The conversation has changed in a way that marks the document edited. */
  readonly onDidEdit = this.#edited.event;

  constructor(parts: OpenConversationParts) {
    this.#parts = parts;
    const { conversation, unsaved, turnPorts, sections, effects, mode, onChange, onTurnEnd, onTakeBack } = parts;
    this.#mode = mode;
    this.#cardAnswers = new CardAnswers({
      conversation,
      cards: this.cards,
      effects,
      onChange: () => this.announceEdit(),
    });
    this.clis = parts.openClis({
      itemsBefore: () => conversation.itemsBeforeTurn,
      ask: (question, signal) => askForCli(question, signal, conversation, this.cards, () => this.announceEdit()),
      onChange,
    });
    this.turns = new Turns({
      conversation,
      ports: turnPorts,
      sections: () => {
        this.#turnsBefore = conversation.turnCount;
        return sectionsOrNone(sections);
      },
      sectionsInFull: () => {
        const cli = parts.chosenCli();
        return cli !== undefined && this.clis.startsSession(cli, conversation.history);
      },
      onChange: () => this.announceEdit(),
      onProgress: () => {
        // While a compaction runs there is nothing new to save, and none that was cancelled leaves anything (CMP-5).
        if (this.turns.state !== "idle" && !this.turns.isCompacting) unsaved.note();
        onChange();
      },
      onTakeBack,
      onEnd: (end) => onTurnEnd(end, conversation.turnCount > this.#turnsBefore),
    });
  }

  /** Whether a save would store something of it. */
  get isUnsaved(): boolean {
    return this.#parts.unsaved.hasConversation;
  }

  /** A turn that runs keeps the document edited too: a clean tab would be closed without a question, and the turn with it. */
  get isEdited(): boolean {
    const hasTurn = this.turns.state !== "idle" && !this.turns.isCompacting;
    return this.isUnsaved || (hasTurn && this.#parts.keeping() === "kept");
  }

  /** What the agent may do on its own in the next message (TRN-2). */
  get mode(): Mode {
    return this.#mode;
  }

  chooseMode(mode: Mode): void {
    this.#mode = mode;
    this.#parts.onChooseMode(mode);
    this.#parts.onChange();
  }

  /** The tool asks again before it runs (TRN-2). */
  disallow(tool: string): void {
    if (this.allowed.delete(tool)) this.#parts.onChange();
  }

  /** What the person says to a card (TRN-10). Rejects, saying why, when it can't be taken. */
  answerCard(itemId: string, answer: CardAnswer): Promise<void> {
    return this.#cardAnswers.answer(itemId, answer);
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
    await this.clis.restart();
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

  /** Stops what runs, the programs too. */
  async end(): Promise<void> {
    this.#edited.dispose();
    await this.turns.end();
    await this.clis.end();
  }
}

/** A document from anyone may be such that it can't be told of. That keeps no message from being sent. */
function sectionsOrNone(sections: () => TurnSections): TurnSections {
  try {
    return sections();
  } catch {
    return {};
  }
}
