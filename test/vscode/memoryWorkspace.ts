import * as vscode from "vscode";

/** How writes fail: with this error, so often, and with the first half of the content written where the disk is full. */
export interface Refusal {
  readonly error: Error;
  readonly times?: number;
  readonly leavesHalf?: boolean;
}

/**
 * A file system in memory behind the scheme `memory:`, as a virtual workspace has one. Writing a file whose path ends
 * as `holdWritesTo` says waits until the test lets it go on.
 */
export class MemoryWorkspace implements vscode.FileSystemProvider {
  readonly #files = new Map<string, Uint8Array>();
  readonly #folders = new Set<string>(["/"]);
  readonly #changed = new vscode.EventEmitter<vscode.FileChangeEvent[]>();
  readonly onDidChangeFile = this.#changed.event;
  #refused: string | undefined;
  #refusal: (Refusal & { ending: string; left: number }) | undefined;
  #held: { ending: string; reached: () => void; go: Promise<void> } | undefined;

  /** Holds the next write to a path that ends like this. `reached` resolves when it has begun; `release` lets it go on. */
  holdWritesTo(ending: string): { reached: Promise<void>; release: () => void } {
    const reached = signal();
    const go = signal();
    this.#held = { ending, reached: reached.give, go: go.given };
    return { reached: reached.given, release: go.give };
  }

  /** Refuses to write and to move to paths that end like this; they can be deleted. */
  refuseWritesTo(ending: string, refusal: Refusal): void {
    this.#refusal = { ...refusal, ending, left: refusal.times ?? Number.POSITIVE_INFINITY };
  }

  /** Writes everything again. */
  allowWrites(): void {
    this.#refusal = undefined;
  }

  /** The paths of all files below a folder. */
  filesBelow(folder: vscode.Uri): string[] {
    return [...this.#files.keys()].filter((path) => path.startsWith(`${folder.path}/`)).sort();
  }

  async writeFile(uri: vscode.Uri, content: Uint8Array): Promise<void> {
    const held = this.#held;
    if (held !== undefined && uri.path.endsWith(held.ending)) {
      this.#held = undefined;
      held.reached();
      await held.go;
    }
    const refusal = this.#refuses(uri);
    if (refusal?.leavesHalf === true) this.#files.set(uri.path, content.slice(0, content.length / 2));
    if (refusal !== undefined) throw refusal.error;
    this.#files.set(uri.path, content);
  }

  /** Refuses to read paths that end like this, until it is called with undefined. */
  refuseReadsOf(ending: string | undefined): void {
    this.#refused = ending;
  }

  readFile(uri: vscode.Uri): Uint8Array {
    if (this.#refused !== undefined && uri.path.endsWith(this.#refused))
      throw vscode.FileSystemError.NoPermissions(uri);
    const content = this.#files.get(uri.path);
    if (content === undefined) throw vscode.FileSystemError.FileNotFound(uri);
    return content;
  }

  stat(uri: vscode.Uri): vscode.FileStat {
    const content = this.#files.get(uri.path);
    if (content !== undefined) return { type: vscode.FileType.File, ctime: 0, mtime: 0, size: content.byteLength };
    if (this.#folders.has(uri.path)) return { type: vscode.FileType.Directory, ctime: 0, mtime: 0, size: 0 };
    throw vscode.FileSystemError.FileNotFound(uri);
  }

  readDirectory(uri: vscode.Uri): [string, vscode.FileType][] {
    if (!this.#folders.has(uri.path)) throw vscode.FileSystemError.FileNotFound(uri);
    const inside = (path: string) =>
      path !== uri.path && path.slice(0, path.lastIndexOf("/")) === uri.path.replace(/\/$/, "");
    const name = (path: string) => path.slice(path.lastIndexOf("/") + 1);
    return [
      ...[...this.#files.keys()]
        .filter(inside)
        .map((path): [string, vscode.FileType] => [name(path), vscode.FileType.File]),
      ...[...this.#folders]
        .filter(inside)
        .map((path): [string, vscode.FileType] => [name(path), vscode.FileType.Directory]),
    ];
  }

  createDirectory(uri: vscode.Uri): void {
    this.#folders.add(uri.path);
  }

  rename(from: vscode.Uri, to: vscode.Uri): void {
    const refusal = this.#refuses(to);
    if (refusal !== undefined) throw refusal.error;
    this.#files.set(to.path, this.readFile(from));
    this.#files.delete(from.path);
  }

  delete(uri: vscode.Uri): void {
    const gone = (path: string) => path === uri.path || path.startsWith(`${uri.path}/`);
    const paths = [...this.#files.keys(), ...this.#folders].filter(gone);
    if (paths.length === 0) throw vscode.FileSystemError.FileNotFound(uri);
    for (const path of paths) {
      this.#files.delete(path);
      this.#folders.delete(path);
    }
  }

  watch(): vscode.Disposable {
    return new vscode.Disposable(() => undefined);
  }

  #refuses(uri: vscode.Uri): Refusal | undefined {
    const refusal = this.#refusal;
    if (refusal === undefined || refusal.left <= 0 || !uri.path.endsWith(refusal.ending)) return undefined;
    refusal.left -= 1;
    return refusal;
  }
}

function signal(): { given: Promise<void>; give: () => void } {
  let give: () => void = () => undefined;
  const given = new Promise<void>((resolve) => {
    give = resolve;
  });
  return { given, give };
}
