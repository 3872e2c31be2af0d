import type { Conversation } from "../conversation/conversation.ts";
import type { TurnEnd } from "../conversation/turnEnd.ts";
import type { TurnSections } from "../conversation/turnSections.ts";
import { asWaitingMessage, type Mode, type WaitingMessage } from "../conversation/waitingMessage.ts";
import { compactConversation } from "./compaction/compactConversation.ts";
import type { CompactionEnd } from "./compaction/runCompaction.ts";
import { runTurn } from "./runTurn.ts";
import { endAfterError } from "./turnEnd.ts";
import type { RetryStep, TurnPorts, TurnStep } from "./turnPorts.ts";

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
  /** Whether the next turn's model was left with none of them, whatever the history holds (CLI-2). */
  readonly sectionsInFull?: () => boolean;
  /** The conversation changed in a way that a save should store (PKG-6). */
  readonly onChange: () => void;
  /** A piece of an answer arrived. */
  readonly onProgress: () => void;
  readonly onEnd: (end: TurnEnd) => void;
  /** The last turn was taken back; its message may go out again at once. */
  readonly onTakeBack?: () => void;
}

type State = "idle" | "running" | "stopping";

/** Why the queue is held. */
export type HoldReason = "stopped" | "failed" | "reopened";

/** A failed request that is about to be tried again (TRN-8). */
export type Retry = Omit<RetryStep, "type">;

/** Runs the turns of one conversation, one after the other, and keeps the queue (TRN-5, TRN-9). */
export class Turns {
  readonly #options: TurnsOptions;
  readonly #waiting = new Map<string, (outcome: TurnOutcome) => void>();
  #state: State = "idle";
  #isCompacting = false;
  #retry: Retry | undefined;
  #abort: AbortController | undefined;
  #running: Promise<unknown> = Promise.resolve();
  #held: HoldReason | undefined;

  constructor(options: TurnsOptions) {
    this.#options = options;
    this.#held = options.conversation.queued.length > 0 ? "reopened" : undefined;
  }

  get state(): State {
    return this.#state;
  }

  /** Whether what runs, or is being stopped, is no turn but a compaction. */
  get isCompacting(): boolean {
    return this.#isCompacting;
  }

  /** What the running turn waits for, when it waits to try a request again. */
  get retry(): Retry | undefined {
    return this.#state === "running" ? this.#retry : undefined;
  }

  /** Whether queued messages wait until the person says go: after Stop, a failure, or opening the document. */
  get held(): boolean {
    return this.holdReason !== undefined;
  }

  /** Why queued messages wait until the person says go; undefined when they don't. */
  get holdReason(): HoldReason | undefined {
    return this.#options.conversation.queued.length > 0 ? this.#held : undefined;
  }

  /** Sends a message, or queues it while a turn runs. Resolves when that message's own turn has ended. */
  send(message: WaitingMessage): Promise<TurnOutcome> {
    if (this.#state === "idle") return this.#startOrReplace(message);
    return new Promise((resolve) => {
      this.#waiting.set(message.id, resolve);
      this.#options.conversation.addQueued(message);
      this.#options.onChange();
    });
  }

  /**
   * Takes the last turn back and sends its message again, as a new turn in this mode. Undefined, and nothing happens, while
   * a turn runs and where the last one can't be taken back.
   */
  retryTurn(mode: Mode): Promise<TurnOutcome> | undefined {
    const message = this.#state === "idle" ? this.#options.conversation.lastMessage : undefined;
    if (message === undefined) return undefined;
    this.#takeBackTurn();
    const { revises: _, ...again } = message;
    return this.#startInPlace({ ...again, mode });
  }

  /**
   * Hands the last turn's message to the composer, to be edited. The turn stays until the message is sent, and takes its place
   * then. Whether there was one.
   */
  reviseMessage(): boolean {
    const { conversation, onChange } = this.#options;
    const message = this.#state === "idle" ? conversation.lastMessage : undefined;
    if (message === undefined) return false;
    const isThere = conversation.unsent.some((entry) => asWaitingMessage(entry)?.revises === message.revises);
    if (isThere) return true;
    conversation.handBack(message);
    onChange();
    return true;
  }

  /** Whether the last turn can be taken back now. */
  get canRetry(): boolean {
    return this.#state === "idle" && this.#options.conversation.canTakeBack;
  }

  /** Stops the running turn, in whatever state it is (TRN-6). Resolves when it has ended. */
  async stop(): Promise<void> {
    if (this.#state === "idle") return;
    this.#held = "stopped";
    this.#state = "stopping";
    this.#options.onProgress();
    this.#abort?.abort(new Error("Stopped."));
    await this.#running;
  }

  /**
   * Compacts the conversation under the lock of a turn: what is sent meanwhile is queued and goes out when it has ended well,
   * and Stop cancels it (CMP-6, TRN-5). Nothing happens while something runs.
   */
  compact(): Promise<CompactionEnd> {
    if (this.#state !== "idle") return Promise.resolve({ kind: "notOffered" });
    const { conversation, onChange, onProgress } = this.#options;
    const before = conversation.snapshot();
    const abort = new AbortController();
    this.#abort = abort;
    this.#state = "running";
    this.#isCompacting = true;
    onProgress();
    const running = compactConversation(this.#options, abort.signal).then((end) => {
      this.#abort = undefined;
      this.#state = "idle";
      this.#isCompacting = false;
      if (end.kind === "failed") this.#held = "failed";
      if (conversation.snapshot() === before) onProgress();
      else onChange();
      if (this.#held === undefined) this.#startNext();
      return end;
    });
    this.#running = running;
    return running;
  }

  /** Lets the held queue go out, from its first message. */
  release(): void {
    this.#held = undefined;
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
    this.#held = undefined;
    for (const id of [...this.#waiting.keys()]) this.#settle(id, { kind: "removed" });
  }

  /** An edited message takes the place of the turn that it was the message of, as long as that is the last one. */
  #startOrReplace(message: WaitingMessage): Promise<TurnOutcome> {
    const { revises } = message;
    if (revises === undefined || this.#options.conversation.lastMessage?.revises !== revises)
      return this.#start(message);
    this.#takeBackTurn();
    return this.#startInPlace(message);
  }

  #takeBackTurn(): void {
    this.#options.conversation.takeBackTurn();
    this.#options.onTakeBack?.();
  }

  #startInPlace(message: WaitingMessage): Promise<TurnOutcome> {
    try {
      return this.#start(message);
    } catch (error) {
      this.#options.conversation.putBackTurn(message);
      throw error;
    }
  }

  #start(message: WaitingMessage): Promise<TurnOutcome> {
    const { conversation, onChange, onEnd, sections, sectionsInFull } = this.#options;
    // What is thrown here leaves nothing running.
    conversation.openTurn(message, sections(), sectionsInFull?.());
    this.#state = "running";
    const abort = new AbortController();
    this.#abort = abort;
    if (conversation.queued.length === 0) this.#held = undefined;
    onChange();
    const running = this.#runToEnd(message.mode, abort.signal).then((end) => {
      this.#abort = undefined;
      this.#state = "idle";
      if (end.kind !== "completed") this.#held = end.kind;
      const outcome = outcomeOf(end);
      onEnd(end);
      onChange();
      this.#settle(message.id, outcome);
      if (this.#held === undefined) this.#startNext();
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
      try {
        this.#options.conversation.endTurn(end);
      } catch {
        // What came can't be made a message of; it is left out, and the turn is over.
      }
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
      this.#retry = next.done === true ? undefined : waitIn(next.value);
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

/** What a step says about a wait that isn't over. */
function waitIn(step: TurnStep): RetryStep | undefined {
  return step.type === "retry" && step.milliseconds > 0 ? step : undefined;
}

function outcomeOf(end: TurnEnd): TurnOutcome {
  return end.kind === "failed" ? { kind: "failed", reason: end.failure.text } : { kind: end.kind };
}
