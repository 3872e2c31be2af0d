import type * as vscode from "vscode";
import { type Mode, modes } from "../conversation/waitingMessage.ts";

const prefix = "mode of ";

/** The mode that the person chose for a package, kept outside of it: a reload must not widen what the agent may do (TRN-2). */
export class KeptModes {
  readonly #state: Pick<vscode.Memento, "get" | "update">;

  constructor(state: Pick<vscode.Memento, "get" | "update">) {
    this.#state = state;
  }

  /** The mode that was chosen last; undefined where none was. */
  of(packageUri: { toString(): string }): Mode | undefined {
    const kept = this.#state.get<unknown>(prefix + packageUri.toString());
    return modes.find((mode) => mode === kept);
  }

  async keep(packageUri: { toString(): string }, mode: Mode): Promise<void> {
    await this.#state.update(prefix + packageUri.toString(), mode);
  }
}
