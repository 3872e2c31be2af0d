import { applyDrawingChanges, type Drawing, type DrawingUpdate } from "../src/protocol/index.ts";
import type { Host } from "./host.ts";

/** Keeps the page that is shown as the host has it: asks for it whole once, then for what has changed. */
export class DrawingFeed {
  readonly #ask: Host["ask"];
  readonly #onChange: (drawing: Drawing) => void;
  #drawing: Drawing | undefined;
  #wanted: { readonly revision: number; readonly page: string | undefined } | undefined;
  #isAsking = false;

  constructor(ask: Host["ask"], onChange: (drawing: Drawing) => void) {
    this.#ask = ask;
    this.#onChange = onChange;
  }

  /** The host's design is at this revision, and this page is to be shown; undefined is the first one. */
  want(revision: number, page: string | undefined): void {
    const { revision: known, page: shown } = this.#wanted ?? {};
    if (this.#wanted !== undefined && known === revision && shown === page) return;
    this.#wanted = { revision, page };
    if (!this.#isAsking) void this.#update();
  }

  async #update(): Promise<void> {
    this.#isAsking = true;
    try {
      for (let wanted = this.#wanted; wanted !== undefined; ) {
        const { page } = wanted;
        const since = this.#drawing?.revision;
        const update = await this.#ask("readDrawing", {
          ...(page === undefined ? {} : { page }),
          ...(since === undefined ? {} : { since }),
        });
        this.#drawing = applied(this.#drawing, update);
        if (this.#drawing !== undefined) this.#onChange(this.#drawing);
        // A change that doesn't fit is asked for whole; what came meanwhile is asked for too.
        const isNewest = this.#drawing !== undefined && wanted === this.#wanted;
        wanted = isNewest ? undefined : this.#wanted;
      }
    } catch {
      // The design can't be read, or the host has gone: the panel says so by other means. The next state asks again.
      this.#wanted = undefined;
    } finally {
      this.#isAsking = false;
    }
  }
}

function applied(before: Drawing | undefined, update: DrawingUpdate): Drawing | undefined {
  if (update.kind === "whole") return update.drawing;
  const page = before?.page && applyDrawingChanges(before.page, update.changes);
  if (page === undefined) return undefined;
  const { revision, tokens, components } = update;
  return { revision, page, components, ...(tokens === undefined ? {} : { tokens }) };
}
