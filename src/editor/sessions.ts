import type * as vscode from "vscode";
import type { FileStore } from "../folder/fileStore.ts";
import { GitRevisionStore } from "../host/gitRevisionStore.ts";
import { WorkspaceFileStore } from "../host/workspaceFileStore.ts";
import { Emitter } from "./emitter.ts";
import { PackageSession } from "./session.ts";
import type { SessionSurroundings } from "./sessionSurroundings.ts";

interface Entry {
  readonly session: Promise<PackageSession>;
  readonly store: FileStore;
  key: string;
  users: number;
  /** Resolves when the session knows where it is. */
  moved: Promise<void>;
}

/** How long a package that VS Code is about to rename waits for its document at the new place, in milliseconds. */
const patience = 60_000;

/** The open packages, one session each however many documents or views there are of it. */
export class Sessions implements vscode.Disposable {
  readonly #open = new Map<string, Entry>();
  readonly #entries = new WeakMap<PackageSession, Entry>();
  /** Packages that VS Code is about to rename, by their new address: who opens that gets the session that is open. */
  readonly #moving = new Map<string, Entry>();
  /** The last session of each package that was closed, until its journal is settled. */
  readonly #ending = new Map<string, Promise<void>>();
  readonly #surroundings: SessionSurroundings;
  readonly #opened = new Set<PackageSession>();
  readonly #changed = new Emitter<void>();

  /** A package was opened or closed. */
  readonly onDidChange = this.#changed.event;

  constructor(surroundings: SessionSurroundings) {
    this.#surroundings = surroundings;
  }

  /** The session of a package, opened when nobody has it open. Every call wants one {@link release}. */
  async acquire(packageUri: vscode.Uri): Promise<PackageSession> {
    const key = packageUri.toString();
    const expected = this.#moving.get(key);
    if (expected !== undefined) this.#place(expected, packageUri);
    const entry = this.#open.get(key) ?? this.#start(packageUri);
    entry.users += 1;
    this.#open.set(key, entry);
    if (expected !== undefined) this.#endMove(key, expected);
    try {
      const session = await entry.session;
      this.#entries.set(session, entry);
      this.#opened.add(session);
      this.#changed.fire();
      await entry.moved;
      return session;
    } catch (error) {
      this.#open.delete(key);
      throw error;
    }
  }

  release(session: PackageSession): void {
    const entry = this.#entries.get(session);
    if (entry === undefined) return;
    entry.users -= 1;
    if (entry.users > 0) return;
    this.#open.delete(entry.key);
    this.#opened.delete(session);
    this.#changed.fire();
    this.#end(entry.key, session);
  }

  /** The session of a package that is open already. */
  find(packageUri: vscode.Uri): Promise<PackageSession> | undefined {
    return this.#open.get(packageUri.toString())?.session;
  }

  /** Every session that has come to be open, at once. */
  get opened(): readonly PackageSession[] {
    return [...this.#opened];
  }

  /** Every open session, those too that are just being opened. */
  async all(): Promise<readonly PackageSession[]> {
    const opened = await Promise.allSettled([...this.#open.values()].map((entry) => entry.session));
    return opened.flatMap((result) => (result.status === "fulfilled" ? [result.value] : []));
  }

  /**
   * VS Code is about to rename a package. Its session stays until the document at the new place has taken it over, with
   * the turn that may be running; VS Code opens that one before it tells of the rename (PKG-12).
   */
  expectMove(session: PackageSession, to: vscode.Uri): void {
    const entry = this.#entries.get(session);
    const key = to.toString();
    if (entry === undefined || this.#moving.has(key)) return;
    session.prepareMove();
    entry.users += 1;
    this.#moving.set(key, entry);
    this.#endMoveLater(key, entry, session);
  }

  /** A package was renamed. */
  async move(from: vscode.Uri, to: vscode.Uri): Promise<void> {
    const entry = this.#open.get(from.toString());
    if (entry === undefined) return;
    this.#place(entry, to);
    await entry.moved;
  }

  #place(entry: Entry, to: vscode.Uri): void {
    const key = to.toString();
    if (entry.key === key) return;
    this.#open.delete(entry.key);
    this.#open.set(key, entry);
    entry.key = key;
    if (entry.store instanceof WorkspaceFileStore) entry.store.moveTo(to);
    entry.moved = entry.session.then((session) => session.moveTo(to));
  }

  /** A tab in the background is opened only when it is shown; the turn goes on meanwhile. */
  #endMoveLater(key: string, entry: Entry, session: PackageSession): void {
    setTimeout(() => {
      if (session.turns.state === "idle") this.#endMove(key, entry);
      else this.#endMoveLater(key, entry, session);
    }, patience).unref();
  }

  #endMove(key: string, entry: Entry): void {
    if (this.#moving.get(key) !== entry) return;
    this.#moving.delete(key);
    entry.session.then(
      (session) => {
        session.endMove();
        this.release(session);
      },
      () => undefined,
    );
  }

  /** The window goes: resolves when all that isn't saved is journaled (PKG-13). */
  async leave(): Promise<void> {
    const open = await this.all();
    this.#open.clear();
    await Promise.all(open.map((session) => this.#settle(session.leave())));
  }

  dispose(): void {
    void this.leave();
  }

  #end(key: string, session: PackageSession): void {
    this.#ending.set(key, this.#settle(session.end()));
  }

  #settle(end: Promise<void>): Promise<void> {
    return end.catch((error: unknown) => {
      this.#surroundings.log.warn(`A session did not end cleanly: ${String(error)}`);
    });
  }

  #start(packageUri: vscode.Uri): Entry {
    const store = packageUri.scheme === "git" ? new GitRevisionStore(packageUri) : new WorkspaceFileStore(packageUri);
    // What an earlier session of the same package leaves behind has to be there, or gone, before this one looks.
    const ended = this.#ending.get(packageUri.toString()) ?? Promise.resolve();
    const session = ended.then(() => PackageSession.open(packageUri, store, this.#surroundings));
    return { session, store, key: packageUri.toString(), users: 0, moved: Promise.resolve() };
  }
}
