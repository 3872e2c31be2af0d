import type { Change } from "./changes.ts";
import {
  type CallInput,
  type CallName,
  type CallOutput,
  calls,
  type FromHost,
  type FromPanel,
  fromPanel,
  type QuestionInput,
  type QuestionName,
  type QuestionOutput,
  questions,
} from "./messages.ts";
import type { PanelState } from "./panelState.ts";

/** What the host does when the panel asks. A thrown error goes back as its message. */
export type CallHandlers = {
  readonly [N in CallName]: (input: CallInput<N>) => CallOutput<N> | Promise<CallOutput<N>>;
};

export interface HostEndOptions {
  readonly post: (message: FromHost) => void;
  readonly handlers: CallHandlers;
  /** The whole state as it is now. */
  readonly state: () => PanelState;
  /** Called with what arrived and wasn't understood, for the log. */
  readonly onInvalid: (reason: string) => void;
}

interface Asked {
  readonly name: QuestionName;
  readonly message: FromHost;
  readonly resolve: (output: unknown) => void;
  readonly reject: (error: Error) => void;
}

/** The host's end of the channel to one panel: numbers what it sends, checks what it gets. */
export class HostEnd {
  #options: HostEndOptions;
  #sequence = 0;
  #listening = false;
  #closed = false;
  #lastQuestion = 0;
  readonly #asked = new Map<number, Asked>();

  constructor(options: HostEndOptions) {
    this.#options = options;
  }

  /** Sends differences; before the panel has asked for its first state there is nobody to tell. */
  sendChanges(changes: readonly Change[]): void {
    if (!this.#listening || changes.length === 0) return;
    this.#post({ kind: "changes", sequence: ++this.#sequence, changes: [...changes] });
  }

  /**
   * Asks the panel for what only a browser can do. A page that isn't there yet, or is loaded anew, is asked when it comes.
   * Rejects when it can't, or is closed before it has answered.
   */
  ask<N extends QuestionName>(name: N, input: QuestionInput<N>): Promise<QuestionOutput<N>> {
    if (this.#closed) return Promise.reject(new Error("No panel is open that could draw."));
    const question = ++this.#lastQuestion;
    return new Promise<QuestionOutput<N>>((resolve, reject) => {
      const message: FromHost = { kind: "question", question, name, input };
      this.#asked.set(question, { name, message, resolve: (output) => resolve(output as QuestionOutput<N>), reject });
      if (this.#listening) this.#post(message);
    });
  }

  focusComposer(): void {
    this.#post({ kind: "focusComposer" });
  }

  /** Opens Find in Conversation. */
  find(): void {
    this.#post({ kind: "find" });
  }

  async receive(data: unknown): Promise<void> {
    const message = fromPanel.safeParse(data);
    if (!message.success) {
      this.#options.onInvalid(message.error.message);
      return;
    }
    if (message.data.kind === "ready") {
      this.#listening = true;
      for (const asked of this.#asked.values()) this.#post(asked.message);
      this.#post({ kind: "state", sequence: ++this.#sequence, state: this.#options.state() });
      return;
    }
    if (message.data.kind !== "call") {
      this.#settle(message.data);
      return;
    }
    const { call, name, input } = message.data;
    try {
      this.#post({ kind: "reply", call, output: await this.#answer(name, input) });
    } catch (error) {
      this.#post({ kind: "refusal", call, message: error instanceof Error ? error.message : String(error) });
    }
  }

  /** After this nothing is sent any more; replies of calls that are still running are dropped, and what the panel was asked is given up. */
  close(): void {
    this.#closed = true;
    for (const { reject } of this.#asked.values()) reject(new Error("The panel was closed while it was drawing."));
    this.#asked.clear();
  }

  #settle(message: Extract<FromPanel, { kind: "answer" | "noAnswer" }>): void {
    const asked = this.#asked.get(message.question);
    if (asked === undefined) return;
    this.#asked.delete(message.question);
    if (message.kind === "noAnswer") {
      asked.reject(new Error(message.message));
      return;
    }
    const checked = questions[asked.name].output.safeParse(message.output);
    if (checked.success) asked.resolve(checked.data);
    else asked.reject(new Error(`The panel's answer to “${asked.name}” had an unexpected form.`));
  }

  #post(message: FromHost): void {
    if (!this.#closed) this.#options.post(message);
  }

  async #answer(name: string, input: unknown): Promise<unknown> {
    if (!isCallName(name)) throw new Error(`The panel asked for “${name}”, which this version doesn't know.`);
    return this.#handle(name, input);
  }

  async #handle<N extends CallName>(name: N, input: unknown): Promise<unknown> {
    const checked = calls[name].input.safeParse(input);
    if (!checked.success) {
      this.#options.onInvalid(`${name}: ${checked.error.message}`);
      throw new Error(`The panel's “${name}” had an unexpected form.`);
    }
    return this.#options.handlers[name](checked.data as CallInput<N>);
  }
}

function isCallName(name: string): name is CallName {
  return Object.hasOwn(calls, name);
}
