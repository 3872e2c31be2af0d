import type * as vscode from "vscode";
import type { FileStore } from "../folder/fileStore.ts";
import { GitRevisionStore } from "../host/gitRevisionStore.ts";
import { WorkspaceFileStore } from "../host/workspaceFileStore.ts";
import { PackageSession } from "./session.ts";
import type { SessionSurroundings } from "./sessionSurroundings.ts";

interface Entry {
  readonly session: Promise<PackageSession>;
  readonly store: FileStore;
  users: number;
}

/** The open packages, one session each however many documents or views there are of it. */
export class Sessions implements vscode.Disposable {
  readonly #open = new Map<string, Entry>();
  /** The last session of each package that was closed, until its journal is settled. */
  readonly #ending = new Map<string, Promise<void>>();
  readonly #surroundings: SessionSurroundings;

  constructor(surroundings: SessionSurroundings) {
    this.#surroundings = surroundings;
  }

  /** The session of a package, opened when nobody has it open. Every call wants one {@link release}. */
  async acquire(packageUri: vscode.Uri): Promise<PackageSession> {
    const key = packageUri.toString();
    const entry = this.#open.get(key) ?? this.#start(packageUri);
    entry.users += 1;
    this.#open.set(key, entry);
    try {
      return await entry.session;
    } catch (error) {
      this.#open.delete(key);
      throw error;
    }
  }

  release(session: PackageSession): void {
    const key = session.packageUri.toString();
    const entry = this.#open.get(key);
    if (entry === undefined) return;
    entry.users -= 1;
    if (entry.users > 0) return;
    this.#open.delete(key);
    this.#end(key, session);
  }

  /** The session of a package that is open already. */
  find(packageUri: vscode.Uri): Promise<PackageSession> | undefined {
    return this.#open.get(packageUri.toString())?.session;
  }

  /** Every open session. */
  async all(): Promise<readonly PackageSession[]> {
    const opened = await Promise.allSettled([...this.#open.values()].map((entry) => entry.session));
    return opened.flatMap((result) => (result.status === "fulfilled" ? [result.value] : []));
  }

  /**
   * A package was renamed: its session goes on under the new address, with the turn that may be running (PKG-12). The old
   * document's end doesn't end it, for {@link hold} had been called before.
   */
  async move(from: vscode.Uri, to: vscode.Uri): Promise<void> {
    const entry = this.#open.get(from.toString());
    if (entry === undefined) return;
    this.#open.delete(from.toString());
    this.#open.set(to.toString(), entry);
    if (entry.store instanceof WorkspaceFileStore) entry.store.moveTo(to);
    await (await entry.session).moveTo(to);
  }

  /** Keeps a session alive over the time in which its old document has ended and the new one isn't there yet. */
  hold(packageUri: vscode.Uri): void {
    const entry = this.#open.get(packageUri.toString());
    if (entry !== undefined) entry.users += 1;
  }

  dispose(): void {
    for (const [key, { session }] of this.#open) {
      session.then(
        (open) => this.#end(key, open),
        () => undefined,
      );
    }
    this.#open.clear();
  }

  #end(key: string, session: PackageSession): void {
    const ended = session.end().catch((error: unknown) => {
      this.#surroundings.log.warn(`A session did not end cleanly: ${String(error)}`);
    });
    this.#ending.set(key, ended);
  }

  #start(packageUri: vscode.Uri): Entry {
    const store = packageUri.scheme === "git" ? new GitRevisionStore(packageUri) : new WorkspaceFileStore(packageUri);
    // What an earlier session of the same package leaves behind has to be there, or gone, before this one looks.
    const ended = this.#ending.get(packageUri.toString()) ?? Promise.resolve();
    return { session: ended.then(() => PackageSession.open(packageUri, store, this.#surroundings)), store, users: 0 };
  }
}
