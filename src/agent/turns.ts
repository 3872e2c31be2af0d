import type { Conversation, TurnEnd } from "../conversation/conversation.ts";
import type { TurnSections } from "../conversation/turnSections.ts";
import { asWaitingMessage, type Mode, type WaitingMessage } from "../conversation/waitingMessage.ts";
import { runTurn, type TurnPorts } from "./runTurn.ts";
import { endAfterError } from "./turnEnd.ts";

/** How a sent message ended; `removed`: it was taken out of the queue before its turn came. */
export interface TurnOutcome {
  readonly kind: "completed" | "stopped" | "failed" | "removed";
  readonly reason?: string;
}

export interface TurnsOptions {
  readonly conversation: Conversation;
  /** Chooses the model for the next turn. Throws, with what to do, when there is none. */
  readonly ports: () => Promise<TurnPorts>;
  /** What the model should know at a turn's start, as it is now (TRN-1). */
  readonly sections: () => TurnSections;
  /** The conversation changed in a way that a save should store (PKG-6). */
  readonly onChange: () => void;
  /** A piece of an answer arrived. */
  readonly onProgress: () => void;
  readonly onEnd: (end: TurnEnd) => void;
}

type State = "idle" | "running" | "stopping";

/** Runs the turns of one conversation, one after the other, and keeps the queue (TRN-5, TRN-9). */
export class Turns {
  readonly #options: TurnsOptions;
  readonly #waiting = new Map<string, (outcome: TurnOutcome) => void>();
  #state: State = "idle";
  #abort: AbortController | undefined;
  #running: Promise<unknown> = Promise.resolve();
  #held: boolean;

  constructor(options: TurnsOptions) {
    this.#options = options;
    this.#held = options.conversation.queued.length > 0;
  }

  get state(): State {
    return this.#state;
  }

  /** Whether queued messages wait until the person says go: after Stop, a failure, or opening the document. */
  get held(): boolean {
    return this.#held && this.#options.conversation.queued.length > 0;
  }

  /** Sends a message, or queues it while a turn runs. Resolves when that message's own turn has ended. */
  send(message: WaitingMessage): Promise<TurnOutcome> {
    if (this.#state === "idle") return this.#start(message);
    return new Promise((resolve) => {
      this.#waiting.set(message.id, resolve);
      this.#options.conversation.addQueued(message);
      this.#options.onChange();
    });
  }

  /** Stops the running turn, in whatever state it is (TRN-6). Resolves when it has ended. */
  async stop(): Promise<void> {
    if (this.#state === "idle") return;
    this.#held = true;
    this.#state = "stopping";
    this.#options.onProgress();
    this.#abort?.abort(new Error("Stopped."));
    await this.#running;
  }

  /** Lets the held queue go out, from its first message. */
  release(): void {
    this.#held = false;
    if (this.#state === "idle") this.#startNext();
  }

  /** Changes a message that waits or was handed back, or takes it out (undefined). Nothing happens when it has gone out already. */
  changeWaiting(id: string, change: (message: WaitingMessage) => WaitingMessage | undefined): void {
    const kept: { message?: WaitingMessage | undefined } = {};
    const found = this.#options.conversation.changeWaiting(id, (message) => {
      kept.message = change(message);
      return kept.message;
    });
    if (!found) return;
    if (kept.message === undefined) this.#settle(id, { kind: "removed" });
    this.#options.onChange();
  }

  /** Takes an entry that isn't a message of ours out of the queue or of what was handed back. */
  removeEntry(list: "queued" | "unsent", index: number): void {
    this.#options.conversation.removeEntry(list, index);
    this.#options.onChange();
  }

  /** Stops what runs and drops the queue; the conversation is then free to be cleared. */
  async end(): Promise<void> {
    await this.stop();
    this.#held = false;
    for (const id of [...this.#waiting.keys()]) this.#settle(id, { kind: "removed" });
  }

  #start(message: WaitingMessage): Promise<TurnOutcome> {
    this.#state = "running";
    const abort = new AbortController();
    this.#abort = abort;
    const { conversation, onChange, onEnd } = this.#options;
    conversation.openTurn(message, this.#options.sections());
    if (conversation.queued.length === 0) this.#held = false;
    onChange();
    const running = this.#runToEnd(message.mode, abort.signal).then((end) => {
      this.#abort = undefined;
      this.#state = "idle";
      if (end.kind !== "completed") this.#held = true;
      const outcome = outcomeOf(end);
      onEnd(end);
      onChange();
      this.#settle(message.id, outcome);
      if (!this.#held) this.#startNext();
      return outcome;
    });
    this.#running = running;
    return running;
  }

  /** Whatever is thrown ends the turn, so that the conversation goes on. */
  async #runToEnd(mode: Mode, signal: AbortSignal): Promise<TurnEnd> {
    try {
      return await this.#run(mode, signal);
    } catch (error) {
      const end = endAfterError(error);
      this.#options.conversation.endTurn(end);
      return end;
    }
  }

  async #run(mode: Mode, signal: AbortSignal): Promise<TurnEnd> {
    const { conversation, onProgress } = this.#options;
    const ports = await this.#ports();
    if ("kind" in ports) {
      conversation.endTurn(ports);
      return ports;
    }
    const turn = runTurn(ports, conversation, mode, signal);
    for (;;) {
      const next = await turn.next();
      if (next.done === true) return next.value;
      onProgress();
    }
  }

  /** The ports of this turn, or the turn's end when there is no model to run it on. */
  async #ports(): Promise<TurnPorts | TurnEnd> {
    try {
      return await this.#options.ports();
    } catch (error) {
      return endAfterError(error);
    }
  }

  /** Somebody who heard of the turn's end may have started another one already. */
  #startNext(): void {
    if (this.#state !== "idle") return;
    const next = this.#options.conversation.queued.map(asWaitingMessage).find((message) => message !== undefined);
    if (next !== undefined) void this.#start(next);
  }

  #settle(id: string, outcome: TurnOutcome): void {
    this.#waiting.get(id)?.(outcome);
    this.#waiting.delete(id);
  }
}

function outcomeOf(end: TurnEnd): TurnOutcome {
  return end.kind === "failed" ? { kind: "failed", reason: end.failure.text } : { kind: end.kind };
}
