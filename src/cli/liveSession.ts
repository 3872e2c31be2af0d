import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { ChatRequest } from "../agent/ports.ts";
import { StepQueue } from "../agent/stepQueue.ts";
import type { Message } from "../archive/types.ts";
import { orAbort, settleWithin } from "./abortable.ts";
import { childEnvironment } from "./environment.ts";
import { closed } from "./failure.ts";
import { findExecutable, type Machine } from "./findExecutable.ts";
import type { McpResult } from "./mcp/mcpServer.ts";
import { startToolServer } from "./mcp/toolServer.ts";
import type { Program } from "./programs.ts";
import type { SeenHistory } from "./seenHistory.ts";
import type { AskPerson, CliBackend, CliMessage, CliSession, CliStatus, SessionEvent } from "./session.ts";
import { SilenceWatch } from "./silenceWatch.ts";
import { ToolCalls } from "./toolCalls.ts";
import { checkVersion } from "./version.ts";

export interface LiveSessionOptions {
  readonly backend: CliBackend;
  readonly machine: Machine;
  /** Where the person says that the CLI is; undefined: it is looked for. */
  readonly configuredPath: () => string | undefined;
  /** Variables that the person wants the CLI to have besides their own environment. */
  readonly extraEnvironment?: () => Readonly<Record<string, string>>;
  /** Asks the person what the CLI asks; without it everything is declined. */
  readonly ask?: AskPerson;
  readonly onStatus?: (status: CliStatus) => void;
  readonly log?: (line: string) => void;
  /** After how much silence it is said, in milliseconds; a minute unless said. */
  readonly silentMilliseconds?: number;
  /** How long a stopped turn may take to end before its process is ended, in milliseconds; five seconds unless said. */
  readonly stopMilliseconds?: number;
  readonly request: ChatRequest;
}

/** A session with what our side knows of it. */
export class LiveSession {
  /** What came before this session, as text; taken when its first message is sent. */
  transcript: string | undefined;
  /** One turn has come to its end in this session: the CLI knows what the prefix tells (CLI-2). */
  hasCompleted = false;
  isTurnOpen = false;
  isAlive = true;
  /** The model waits for the results of its calls. */
  isWaiting = false;
  /** What the last request's history was. */
  sent: readonly Message[] = [];
  seen: SeenHistory | undefined;
  turnEnded: Promise<void> = Promise.resolve();

  readonly #parts: SessionParts;
  #isStopping = false;
  #endTurn: () => void = () => undefined;
  #queue = new StepQueue<SessionEvent | { readonly type: "abort" }>();

  constructor(parts: SessionParts) {
    this.#parts = parts;
  }

  /** Opens a turn with the history's last message. */
  send(message: CliMessage, history: readonly Message[], signal: AbortSignal): void {
    const opening = history.at(-1);
    if (opening === undefined) return;
    const { session, calls, silence } = this.#parts;
    this.#queue = new StepQueue();
    this.isTurnOpen = true;
    this.isWaiting = false;
    this.#isStopping = false;
    this.sent = history;
    this.seen = { before: history.slice(0, -1), opening, hasBrought: false };
    this.turnEnded = new Promise((resolve) => {
      this.#endTurn = resolve;
    });
    calls.open();
    silence.start();
    // Stop holds for the whole turn, also while the tools run and nobody reads.
    const stop = (): void => {
      this.interrupt();
      this.#queue.push({ type: "abort" });
    };
    signal.addEventListener("abort", stop);
    this.turnEnded.then(() => signal.removeEventListener("abort", stop)).catch(() => undefined);
    session().send(message);
  }

  /** Hands the results of its calls to the model. */
  answer(results: ReadonlyMap<string, McpResult>, history: readonly Message[]): void {
    this.sent = history;
    this.isWaiting = false;
    this.#parts.silence.start();
    for (const [id, result] of results) this.#parts.calls.answer(id, result);
  }

  /** Stops the turn. A CLI that doesn't listen is ended. */
  interrupt(): void {
    if (!this.isTurnOpen || this.#isStopping) return;
    this.#isStopping = true;
    this.isWaiting = false;
    this.#parts.calls.close();
    this.#parts.session().interrupt();
    const ended = this.turnEnded;
    settleWithin(ended, this.#parts.stopMilliseconds)
      .then((isInTime) => (isInTime ? undefined : this.close()))
      .catch(() => undefined);
  }

  async *events(signal: AbortSignal): AsyncGenerator<SessionEvent, void> {
    for await (const event of this.#queue) {
      if (event.type === "abort" || signal.aborted) throw signal.reason;
      yield event;
    }
  }

  /** Takes what the CLI tells. What comes outside of a turn is of no interest, but that it has ended. */
  take(event: SessionEvent): void {
    const { onStatus, calls, silence } = this.#parts;
    if (event.type === "status") onStatus(event.status);
    if (!this.isTurnOpen) return;
    if (event.type === "toolCall") calls.announce(event);
    if (event.type === "text" || event.type === "toolCall" || event.type === "webSearch") this.#noteBrought();
    if (event.type === "waiting") {
      this.isWaiting = true;
      silence.stop();
    }
    if (event.type === "done") this.hasCompleted = true;
    if (event.type === "done" || event.type === "stopped" || event.type === "failed") this.#closeTurn();
    this.#queue.push(event);
  }

  noticeActivity(): void {
    this.#parts.silence.notice();
  }

  async close(): Promise<void> {
    this.isAlive = false;
    // Who still reads a turn must not wait for ever.
    if (this.isTurnOpen) this.take({ type: "failed", error: closed(this.#parts.program) });
    await this.#parts.close();
  }

  #noteBrought(): void {
    if (this.seen !== undefined) this.seen = { ...this.seen, hasBrought: true };
  }

  #closeTurn(): void {
    this.isTurnOpen = false;
    this.isWaiting = false;
    this.#parts.calls.close();
    this.#parts.silence.stop();
    this.#endTurn();
  }
}

interface SessionParts {
  readonly program: Program;
  readonly session: () => CliSession;
  readonly calls: ToolCalls;
  readonly silence: SilenceWatch;
  readonly onStatus: (status: CliStatus) => void;
  readonly stopMilliseconds: number;
  readonly close: () => Promise<void>;
}

const silentMilliseconds = 60_000;
const stopMilliseconds = 5_000;

/** Finds the CLI, looks at its version, serves the tools and starts a process. Rejects with what went wrong, nothing left behind. */
export async function startLiveSession(options: LiveSessionOptions, signal: AbortSignal): Promise<LiveSession> {
  const starting = start(options);
  try {
    return await orAbort(starting, signal);
  } catch (error) {
    // What is still being started ends as soon as it is there.
    starting.then((late) => late.close()).catch(() => undefined);
    throw error;
  }
}

async function start(options: LiveSessionOptions): Promise<LiveSession> {
  const { backend, machine, configuredPath, extraEnvironment, request, onStatus = () => undefined } = options;
  const log = (line: string): void => options.log?.(`${backend.program.provider}: ${line}`);
  const found = await findExecutable(backend.program, configuredPath(), machine);
  const folder = await mkdtemp(join(tmpdir(), "silverpoint-cli-"));
  const cleanUp: (() => Promise<void>)[] = [() => rm(folder, { recursive: true, force: true, maxRetries: 5 })];
  const close = async (): Promise<void> => {
    for (const step of cleanUp.splice(0).toReversed()) await step();
  };
  try {
    const environment = {
      ...childEnvironment(machine.environment, found.path, backend.environment),
      ...extraEnvironment?.(),
    };
    log(`version ${await checkVersion(backend.program, found, { cwd: folder, environment })}`);
    const calls = new ToolCalls();
    const toolServer = await startToolServer({
      tools: request.tools,
      call: (call, aborted) => calls.receive(call, aborted),
      log,
    });
    cleanUp.push(() => toolServer.close());
    let session: CliSession | undefined;
    const live = new LiveSession({
      program: backend.program,
      session: () => {
        if (session === undefined) throw new Error("The session has not started.");
        return session;
      },
      calls,
      silence: new SilenceWatch(options.silentMilliseconds ?? silentMilliseconds, (status) => onStatus(status)),
      onStatus,
      stopMilliseconds: options.stopMilliseconds ?? stopMilliseconds,
      close,
    });
    session = await backend.start({
      found,
      environment,
      folder,
      model: request.model || undefined,
      systemPrompt: request.systemPrompt,
      tools: request.tools,
      toolServer,
      ask: options.ask ?? (async () => false),
      log,
      emit: (event) => live.take(event),
      onEnd: () => {
        live.isAlive = false;
      },
      onActivity: () => live.noticeActivity(),
    });
    const started = session;
    cleanUp.push(() => started.close());
    return live;
  } catch (error) {
    await close();
    throw error;
  }
}
