import { applyChange, type Change } from "./changes.ts";
import {
  type CallInput,
  type CallName,
  type CallOutput,
  calls,
  type FromHost,
  type FromPanel,
  fromHost,
  type QuestionInput,
  type QuestionName,
  type QuestionOutput,
  questions,
} from "./messages.ts";
import type { PanelState } from "./panelState.ts";

/** What the panel does when the host asks. A thrown error goes back as its message. */
export type QuestionHandlers = {
  readonly [N in QuestionName]: (input: QuestionInput<N>) => Promise<QuestionOutput<N>>;
};

export interface PanelEndOptions {
  readonly post: (message: FromPanel) => void;
  readonly onState: (state: PanelState) => void;
  readonly onFocusComposer: () => void;
  readonly onFind: () => void;
  readonly questions: QuestionHandlers;
}

interface Pending {
  readonly name: CallName;
  readonly resolve: (output: unknown) => void;
  readonly reject: (error: Error) => void;
}

/** The panel's end of the channel: keeps the state by applying differences, and asks for all of it when one is missing. */
export class PanelEnd {
  #options: PanelEndOptions;
  #pending = new Map<number, Pending>();
  #lastCall = 0;
  #sequence = 0;
  #waitingForState = false;
  #state: PanelState | undefined;
  #closed = false;

  constructor(options: PanelEndOptions) {
    this.#options = options;
  }

  /** Tells the host that the panel is there. */
  start(): void {
    this.#resync();
  }

  call<N extends CallName>(name: N, input: CallInput<N>): Promise<CallOutput<N>> {
    if (this.#closed) return Promise.reject(new Error("The panel is closed."));
    const call = ++this.#lastCall;
    return new Promise<CallOutput<N>>((resolve, reject) => {
      this.#pending.set(call, { name, resolve: (output) => resolve(output as CallOutput<N>), reject });
      this.#options.post({ kind: "call", call, name, input });
    });
  }

  receive(data: unknown): void {
    const message = fromHost.safeParse(data);
    if (!message.success) this.#resync();
    else this.#take(message.data);
  }

  /** Rejects every call that still waits. */
  close(): void {
    this.#closed = true;
    for (const pending of this.#pending.values()) pending.reject(new Error("The panel was closed."));
    this.#pending.clear();
  }

  #take(message: FromHost): void {
    switch (message.kind) {
      case "state":
        this.#waitingForState = false;
        this.#sequence = message.sequence;
        this.#show(message.state);
        break;
      case "changes":
        this.#apply(message.sequence, message.changes);
        break;
      case "focusComposer":
        this.#options.onFocusComposer();
        break;
      case "find":
        this.#options.onFind();
        break;
      case "question":
        void this.#answer(message.question, message.name, message.input);
        break;
      case "reply":
        this.#settle(message.call, message.output);
        break;
      case "refusal":
        this.#pending.get(message.call)?.reject(new Error(message.message));
        this.#pending.delete(message.call);
        break;
    }
  }

  async #answer(question: number, name: string, input: unknown): Promise<void> {
    try {
      if (!isQuestionName(name)) throw new Error(`The panel doesn't know the question “${name}”.`);
      this.#options.post({ kind: "answer", question, output: await this.#handle(name, input) });
    } catch (error) {
      const message = error instanceof Error ? error.message : String(error);
      this.#options.post({ kind: "noAnswer", question, message });
    }
  }

  #handle<N extends QuestionName>(name: N, input: unknown): Promise<unknown> {
    return this.#options.questions[name](questions[name].input.parse(input) as QuestionInput<N>);
  }

  #apply(sequence: number, changes: readonly Change[]): void {
    if (this.#waitingForState) return;
    let state = sequence === this.#sequence + 1 ? this.#state : undefined;
    for (const change of changes) state = state && applyChange(state, change);
    if (state === undefined) {
      this.#resync();
      return;
    }
    this.#sequence = sequence;
    this.#show(state);
  }

  #show(state: PanelState): void {
    this.#state = state;
    this.#options.onState(state);
  }

  #settle(call: number, output: unknown): void {
    const pending = this.#pending.get(call);
    if (pending === undefined) return;
    this.#pending.delete(call);
    const checked = calls[pending.name].output.safeParse(output);
    if (checked.success) pending.resolve(checked.data);
    else pending.reject(new Error(`The answer to “${pending.name}” had an unexpected form.`));
  }

  /** Asks once; what comes before the answer is older than it and is passed over. */
  #resync(): void {
    if (this.#closed || this.#waitingForState) return;
    this.#waitingForState = true;
    this.#options.post({ kind: "ready" });
  }
}

function isQuestionName(name: string): name is QuestionName {
  return Object.hasOwn(questions, name);
}
