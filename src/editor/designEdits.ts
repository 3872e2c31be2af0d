import type { DesignDocument } from "../design/designDocument.ts";
import { applyOperations, type BatchOutcome } from "../design/operations.ts";
import type { DesignEdit, DesignFile } from "./designFile.ts";
import { Emitter } from "./emitter.ts";

/** Who edits: the agent hears of what the person did, not of its own. */
type Editor = "person" | "agent";

type AppliedBatch = Extract<BatchOutcome, { kind: "applied" }>;

/** The edits of a design: undo steps of VS Code, and what the agent is to be told of the person's (DOC-2). */
export class DesignEdits {
  readonly #file: DesignFile;
  readonly #onChange: () => void;
  readonly #edited = new Emitter<DesignEdit>();
  /** What the agent was told of last. */
  #justTold: readonly string[] = [];
  #personsChanges: string[] = [];

  /** An edit that VS Code is to offer for undo. */
  readonly onDidEdit = this.#edited.event;

  constructor(file: DesignFile, onChange: () => void) {
    this.#file = file;
    this.#onChange = onChange;
  }

  /** What the person did to the design since the agent was last told, oldest first. */
  get personsChanges(): readonly string[] {
    return this.#personsChanges;
  }

  rename(name: string): void {
    const edit = this.#file.rename(name);
    if (edit === undefined) return;
    this.note(`renamed the design to “${name}”`);
    this.#announce(edit, "person");
  }

  /**
   * Applies operations as one step, or nothing of them (DOC-2). `label` names the step by what was changed; `faultIn` may
   * say why the version that would come of it can't be taken.
   */
  apply(
    operations: string,
    by: Editor,
    label: (outcome: AppliedBatch) => string,
    faultIn: (after: DesignDocument) => string | undefined = () => undefined,
  ): BatchOutcome {
    const design = this.#file.readable;
    if (design === undefined) {
      return { kind: "refused", reason: "document.json can't be read now. The person has to mend it first." };
    }
    const outcome = applyOperations(design, operations, newNodeId);
    if (outcome.kind === "refused" || outcome.design === design) return outcome;
    const fault = faultIn(outcome.design);
    if (fault !== undefined) return { kind: "refused", reason: fault };
    const name = label(outcome);
    if (by === "person") this.note(name);
    this.#announce(this.#file.edit(name, outcome.design), by);
    return outcome;
  }

  /** Puts another version that the person made in the design's place, as one step of this name. */
  put(label: string, after: DesignDocument): void {
    this.note(label);
    this.#announce(this.#file.edit(label, after), "person");
  }

  /** Something that the person did and the agent should know at the next turn. */
  note(change: string): void {
    this.#personsChanges.push(change);
  }

  /** The agent was told of the first so many changes. */
  forget(count: number): void {
    this.#justTold = this.#personsChanges.slice(0, count);
    this.#personsChanges = this.#personsChanges.slice(count);
  }

  /** The message that told of changes last was taken back: they are still to be told. */
  remind(): void {
    this.#personsChanges = [...this.#justTold, ...this.#personsChanges];
    this.#justTold = [];
  }

  dispose(): void {
    this.#edited.dispose();
  }

  #announce(edit: DesignEdit, by: Editor): void {
    const whose = by === "agent" ? "your change" : "their own change";
    this.#edited.fire({
      ...edit,
      undo: () => this.#step(edit.undo, `undid ${whose} “${edit.label}”`),
      redo: () => this.#step(edit.redo, `redid ${whose} “${edit.label}”`),
    });
    this.#onChange();
  }

  #step(step: () => boolean, change: string): boolean {
    const done = step();
    if (done) this.note(change);
    this.#onChange();
    return done;
  }
}

const idAlphabet = "0123456789abcdefghijklmnopqrstuvwxyz";

/** Short, so that a model repeats it without a mistake; the operations ask for another one when it is taken. */
function newNodeId(): string {
  const numbers = crypto.getRandomValues(new Uint8Array(8));
  return Array.from(numbers, (number) => idAlphabet[number % idAlphabet.length]).join("");
}
