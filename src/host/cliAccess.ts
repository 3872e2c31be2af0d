import * as vscode from "vscode";
import type { ChatRequest } from "../agent/ports.ts";
import type { Item, Message } from "../archive/types.ts";
import type { CliModel } from "../cli/cliModel.ts";
import type { Machine } from "../cli/findExecutable.ts";
import { claudeCode, codex, type Program } from "../cli/programs.ts";
import type { AskPerson, CliStatus } from "../cli/session.ts";
import type { Log } from "./log.ts";
import { type CliId, textSetting } from "./providers.ts";

export const programs: Readonly<Record<CliId, Program>> = { claudeCode, codex };

/** What a CLI needs of the package that it works for. */
export interface SessionCliParts {
  /** The items before the turn that runs (CLI-2). */
  readonly itemsBefore: () => readonly Item[];
  readonly ask: AskPerson;
  /** What is to be shown of its work has changed. */
  readonly onChange: () => void;
}

/** The CLIs that work for one package: none runs before the first turn on it, and all end with the package's session (CLI-1). */
export class SessionClis {
  readonly #parts: SessionCliParts;
  readonly #log: Log;
  #opening = new Map<CliId, Promise<CliModel>>();
  #open = new Map<CliId, CliModel>();
  #status: CliStatus | undefined;
  #isEnded = false;

  constructor(parts: SessionCliParts, log: Log) {
    this.#parts = parts;
    this.#log = log;
  }

  /** What a person should see of the turn that runs on a CLI; undefined when there is nothing to be said. */
  get status(): CliStatus | undefined {
    return this.#status;
  }

  /** Whether a turn that opens after this history starts a session that was told nothing yet (CLI-2). */
  startsSession(id: CliId, history: readonly Message[]): boolean {
    return this.#open.get(id)?.startsSession(history) ?? true;
  }

  /** The model for a turn that is about to run. Its program starts when the turn sends its message. */
  model(id: CliId): Promise<CliModel> {
    this.#show(undefined);
    return this.#modelOf(id);
  }

  /** Starts the program ahead of the first message, and sends it nothing. */
  async prepare(id: CliId, request: ChatRequest): Promise<void> {
    const model = await this.#modelOf(id);
    await model.prepare(request, new AbortController().signal);
  }

  /** Ends what runs: the conversation is a new one now. */
  async restart(): Promise<void> {
    const opening = [...this.#opening.values()];
    this.#opening = new Map();
    this.#open = new Map();
    this.#show(undefined);
    const closed = await Promise.allSettled(opening.map(async (model) => (await model).close()));
    for (const result of closed) {
      if (result.status === "rejected") this.#log.warn(`A CLI did not end cleanly: ${String(result.reason)}`);
    }
  }

  /** The package is closed, or the window goes. */
  async end(): Promise<void> {
    this.#isEnded = true;
    await this.restart();
  }

  #modelOf(id: CliId): Promise<CliModel> {
    if (this.#isEnded) return Promise.reject(new Error(`${programs[id].title} was closed.`));
    const known = this.#opening.get(id);
    if (known !== undefined) return known;
    const open = this.#open;
    const opening = openCliModel(id, {
      ...this.#parts,
      onStatus: (status) => this.#show(status.kind === "working" ? undefined : status),
      log: (line) => this.#log.info(line),
    }).then((model) => {
      open.set(id, model);
      return model;
    });
    this.#opening.set(id, opening);
    return opening;
  }

  #show(status: CliStatus | undefined): void {
    if (status === this.#status) return;
    this.#status = status;
    this.#parts.onChange();
  }
}

/** What a session uses of its CLIs. */
export type CliAccess = Pick<SessionClis, keyof SessionClis>;

interface OpenOptions extends Pick<SessionCliParts, "itemsBefore" | "ask"> {
  readonly onStatus: (status: CliStatus) => void;
  readonly log: (line: string) => void;
}

/** What drives programs is loaded here, when it is needed first. Restricted Mode starts none. */
async function openCliModel(id: CliId, options: OpenOptions): Promise<CliModel> {
  if (!vscode.workspace.isTrusted) throw new Error("No program is started in Restricted Mode.");
  const [{ createCliModel }, backend, machine] = await Promise.all([
    import("../cli/cliModel.ts"),
    loadBackend(id),
    loadMachine(),
  ]);
  return createCliModel({ ...options, backend, machine, configuredPath: () => textSetting(programs[id].setting) });
}

async function loadBackend(id: CliId) {
  if (id === "codex") return (await import("../cli/codex/codexBackend.ts")).codexBackend;
  return (await import("../cli/claudeCode/claudeCodeBackend.ts")).claudeCodeBackend;
}

let machine: Promise<Machine> | undefined;

/** One for the window, so that the login shell is asked once. */
function loadMachine(): Promise<Machine> {
  machine ??= import("../cli/machine.ts").then(({ thisMachine }) => thisMachine());
  return machine;
}
