import type { ChatModel, ChatRequest, TurnEvent } from "../agent/ports.ts";
import type { Item, Message } from "../archive/types.ts";
import { orAbort } from "./abortable.ts";
import { type LiveSession, type LiveSessionOptions, startLiveSession } from "./liveSession.ts";
import { lastResults, usualMessage } from "./message.ts";
import { withPrefix } from "./prefix.ts";
import { readRound } from "./readRound.ts";
import { follows, goesOn } from "./seenHistory.ts";
import { transcriptOf } from "./transcript.ts";

export interface CliModelOptions extends Omit<LiveSessionOptions, "request"> {
  /** The items before the turn that is open, from which a new session is told what it hasn't seen (CLI-2, CLI-3). */
  readonly itemsBefore: () => readonly Item[];
}

/** A CLI of the person's own as a model. It belongs to one conversation, and holds a process from its first turn on. */
export interface CliModel extends ChatModel {
  /** Whether a turn that opens after this history starts a new session, which was left with no section (CLI-2). */
  startsSession(history: readonly Message[]): boolean;
  /** Starts the process ahead of the first message. Nothing is sent. */
  prepare(request: ChatRequest, signal: AbortSignal): Promise<void>;
  /** Ends the session: with its document, and for a new conversation. */
  close(): Promise<void>;
}

/**
 * Runs turns on a CLI. One call of `stream` is one round: the CLI's model writes, calls our tools and waits; the turn runs them as it
 * does for any model, approvals and all; the next call, whose history ends with their results, hands these to the CLI, which goes on.
 */
export function createCliModel(options: CliModelOptions): CliModel {
  const { program } = options.backend;
  let live: LiveSession | undefined;
  let isClosed = false;
  /** A session that is being started ahead of the first message. */
  let preparing: Promise<void> | undefined;

  const endSession = async (): Promise<void> => {
    const ending = live;
    live = undefined;
    await ending?.close();
  };

  /** A session that the history's last message can be sent to. */
  const sessionFor = async (request: ChatRequest, signal: AbortSignal): Promise<LiveSession> => {
    // What went wrong ahead of the message goes wrong again, and is said then.
    if (preparing !== undefined) await orAbort(preparing, signal).catch(() => signal.throwIfAborted());
    if (live?.isTurnOpen === true) {
      live.interrupt();
      await live.turnEnded;
    }
    const seen = live?.seen;
    const isFit = live?.isAlive === true && !live.isTurnOpen && (seen === undefined || follows(seen, request.history));
    if (live !== undefined && isFit) return live;
    await endSession();
    const started = await startLiveSession({ ...options, request }, signal);
    if (isClosed || signal.aborted) {
      await started.close();
      signal.throwIfAborted();
      throw new Error(`${program.title} was closed.`);
    }
    live = started;
    return started;
  };

  const prepareSession = async (request: ChatRequest, signal: AbortSignal): Promise<void> => {
    const started = await startLiveSession({ ...options, request }, signal);
    // A turn that didn't wait for it has a session of its own.
    if (isClosed || live !== undefined) await started.close();
    else live = started;
  };

  const open = async (request: ChatRequest, signal: AbortSignal): Promise<LiveSession> => {
    const opening = request.history.at(-1);
    if (opening === undefined) throw new Error("A turn opens with a message.");
    const session = await sessionFor(request, signal);
    session.transcript ??= transcriptOf(options.itemsBefore());
    const { text, images } = usualMessage(opening, request.image);
    const told = session.hasCompleted ? text : withPrefix(session.transcript, text);
    session.send({ text: told, images, model: request.model || undefined }, request.history, signal);
    return session;
  };

  return {
    provider: program.provider,
    startsSession: (history) =>
      live?.isAlive !== true || (live.seen !== undefined && !follows(live.seen, [...history, unsaid])),
    prepare(request, signal) {
      if (live !== undefined || isClosed) return Promise.resolve();
      preparing ??= prepareSession(request, signal).finally(() => {
        preparing = undefined;
      });
      return preparing;
    },
    async *stream(request, signal): AsyncGenerator<TurnEvent, void, undefined> {
      signal.throwIfAborted();
      const { history, image } = request;
      if (live?.isWaiting === true && goesOn(history, live.sent)) {
        live.answer(lastResults(history, image), history);
      } else {
        await open(request, signal);
      }
      if (live !== undefined) yield* readRound(live, signal);
    },
    async close() {
      isClosed = true;
      await Promise.all([endSession(), preparing?.catch(() => undefined)]);
    },
  };
}

/** Stands for a message that isn't there yet. */
const unsaid: Message = { role: "user", content: [] };
