import type { Change } from "./changes.ts";
import {
  type CallInput,
  type CallName,
  type CallOutput,
  calls,
  type FromHost,
  type FromPanel,
  fromPanel,
  type WireImage,
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

/** The host's end of the channel to one panel: numbers what it sends, checks what it gets. */
export class HostEnd {
  #options: HostEndOptions;
  #sequence = 0;
  #listening = false;
  #closed = false;
  #lastRequest = 0;
  readonly #scaling = new Map<
    number,
    { question: FromHost; resolve: (image: WireImage) => void; reject: (error: Error) => void }
  >();

  constructor(options: HostEndOptions) {
    this.#options = options;
  }

  /** Sends differences; before the panel has asked for its first state there is nobody to tell. */
  sendChanges(changes: readonly Change[]): void {
    if (!this.#listening || changes.length === 0) return;
    this.#post({ kind: "changes", sequence: ++this.#sequence, changes: [...changes] });
  }

  /**
   * Has the panel draw an image smaller (IMG-5). A page that isn't there yet, or is loaded anew, is asked when it comes.
   * Rejects when it can't, or is closed before it has answered.
   */
  scaleImage(image: WireImage, edge: number): Promise<WireImage> {
    if (this.#closed) return Promise.reject(new Error("No panel is open that could scale an image."));
    const request = ++this.#lastRequest;
    return new Promise((resolve, reject) => {
      const question: FromHost = { kind: "scaleImage", request, image, edge };
      this.#scaling.set(request, { question, resolve, reject });
      if (this.#listening) this.#post(question);
    });
  }

  focusComposer(): void {
    this.#post({ kind: "focusComposer" });
  }

  async receive(data: unknown): Promise<void> {
    const message = fromPanel.safeParse(data);
    if (!message.success) {
      this.#options.onInvalid(message.error.message);
      return;
    }
    if (message.data.kind === "ready") {
      this.#listening = true;
      for (const { question } of this.#scaling.values()) this.#post(question);
      this.#post({ kind: "state", sequence: ++this.#sequence, state: this.#options.state() });
      return;
    }
    if (message.data.kind !== "call") {
      this.#settleScaling(message.data);
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
    for (const { reject } of this.#scaling.values())
      reject(new Error("The panel was closed while it scaled an image."));
    this.#scaling.clear();
  }

  #settleScaling(message: Extract<FromPanel, { kind: "scaledImage" | "notScaled" }>): void {
    const scaling = this.#scaling.get(message.request);
    this.#scaling.delete(message.request);
    if (message.kind === "scaledImage") scaling?.resolve(message.image);
    else scaling?.reject(new Error(message.message));
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
