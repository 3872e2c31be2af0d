import * as vscode from "vscode";

/** What the extension tells about itself, in the Output channel "Silverpoint Agent". A key never gets into it. */
export class Log implements vscode.Disposable {
  readonly #channel = vscode.window.createOutputChannel("Silverpoint Agent", { log: true });
  readonly #secrets = new Set<string>();

  /** From now on this text is struck out of every line. */
  hide(secret: string): void {
    if (secret !== "") this.#secrets.add(secret);
  }

  info(line: string): void {
    this.#channel.info(this.#clean(line));
  }

  warn(line: string): void {
    this.#channel.warn(this.#clean(line));
  }

  error(line: string, error?: unknown): void {
    const detail = error instanceof Error ? (error.stack ?? error.message) : error === undefined ? "" : String(error);
    this.#channel.error(this.#clean(detail === "" ? line : `${line}\n${detail}`));
  }

  show(): void {
    this.#channel.show(true);
  }

  dispose(): void {
    this.#channel.dispose();
  }

  #clean(line: string): string {
    let clean = line;
    for (const secret of this.#secrets) clean = clean.replaceAll(secret, "[key]");
    return clean.replace(/\bsk-[A-Za-z0-9_-]{8,}/g, "[key]");
  }
}
