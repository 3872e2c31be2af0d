import type * as vscode from "vscode";
import { WorkspaceFileStore } from "../host/workspaceFileStore.ts";
import type { Backup } from "./backup.ts";
import { PackageSession, type SessionOptions } from "./session.ts";

/** The open packages, one session each however many documents or views there are of it. */
export class Sessions implements vscode.Disposable {
  readonly #open = new Map<string, { readonly session: Promise<PackageSession>; users: number }>();
  readonly #surroundings: Pick<SessionOptions, "turnPorts" | "log">;

  constructor(surroundings: Pick<SessionOptions, "turnPorts" | "log">) {
    this.#surroundings = surroundings;
  }

  /** The session of a package, opened when nobody has it open. Every call wants one {@link release}. */
  async acquire(packageUri: vscode.Uri, backup?: Backup): Promise<PackageSession> {
    const key = packageUri.toString();
    const entry = this.#open.get(key) ?? { session: this.#start(packageUri, backup), users: 0 };
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
    session.dispose();
  }

  /** The session of a package that is open already. */
  find(packageUri: vscode.Uri): Promise<PackageSession> | undefined {
    return this.#open.get(packageUri.toString())?.session;
  }

  dispose(): void {
    for (const { session } of this.#open.values())
      session.then(
        (open) => open.dispose(),
        () => undefined,
      );
    this.#open.clear();
  }

  #start(packageUri: vscode.Uri, backup: Backup | undefined): Promise<PackageSession> {
    const store = new WorkspaceFileStore(packageUri);
    return PackageSession.open({ ...this.#surroundings, packageUri, store }, backup);
  }
}
