import * as l10n from "@vscode/l10n";
import type { Conversation } from "../conversation/conversation.ts";
import type { ConversationFile, Keeping } from "./conversationFile.ts";
import type { DesignFile } from "./designFile.ts";
import type { DiskWatch } from "./diskWatch.ts";
import { type SaveProblem, saveProblem } from "./saveProblem.ts";
import type { UnsavedWork } from "./unsavedWork.ts";

/** What a save stores, and what it has to know. */
export interface SaveParts {
  readonly conversation: Conversation;
  readonly design: DesignFile;
  readonly file: ConversationFile;
  readonly disk: DiskWatch;
  readonly unsaved: UnsavedWork;
  readonly keeping: () => Keeping;
  readonly isWritable: () => boolean;
  /** Whether a stored conversation may be removed, asked only where that is to happen (SET-2). */
  readonly mayRemove: () => Promise<boolean>;
  readonly onChange: () => void;
}

/** The saves of one package, one after the other (PKG-9), and what went wrong with the last one (PKG-15). */
export class Saves {
  readonly #parts: SaveParts;
  #last: Promise<unknown> = Promise.resolve();
  #running = 0;
  #problem: SaveProblem | undefined;

  constructor(parts: SaveParts) {
    this.#parts = parts;
  }

  /** Why the last save stored nothing, or not all; undefined when it did (PKG-15). */
  get problem(): SaveProblem | undefined {
    return this.#problem;
  }

  get isRunning(): boolean {
    return this.#running > 0;
  }

  /** Saves what was changed, once the saves before it are done. Rejects, saying why, when something could not be stored. */
  async run(): Promise<void> {
    this.#running += 1;
    const saving = this.#last.then(() => this.#save());
    this.#last = saving.catch(() => undefined);
    try {
      await saving;
      this.#problem = undefined;
    } catch (error) {
      this.#problem = saveProblem(error);
      throw error;
    } finally {
      this.#running -= 1;
      this.#parts.onChange();
    }
  }

  async #save(): Promise<void> {
    const { conversation, design, file, unsaved, isWritable, mayRemove } = this.#parts;
    if (!isWritable()) throw new Error(l10n.t("This view of the package is read-only."));
    await this.#settleDisk();
    await unsaved.flush();
    await design.save();
    if (unsaved.hasConversation && file.unreachable !== undefined) {
      // What wasn't stored must not count as saved.
      await file.reach();
      if (conversation.history.some((message) => message.role === "assistant")) file.replaceUnreadable();
      await this.#settleDisk();
    }
    const keeping = this.#parts.keeping();
    const removes = keeping === "off" && (await file.isStored());
    const mayWrite = !removes || (await mayRemove());
    const upTo = unsaved.edits;
    if (mayWrite) await file.save(conversation.snapshot(), keeping);
    await unsaved.saved(upTo);
  }

  async #settleDisk(): Promise<void> {
    const { disk } = this.#parts;
    if (await disk.settle()) return;
    throw new Error(
      disk.gone
        ? l10n.t("The package was moved or deleted. Use “Silverpoint: Save Package As…” to keep what is open.")
        : l10n.t("Nothing was saved: the package was changed on disk. Save again to decide what to keep."),
    );
  }
}
