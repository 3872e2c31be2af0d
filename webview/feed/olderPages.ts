import { itemAt, type PanelState, pageOf } from "../../src/protocol/index.ts";
import type { Host } from "../host.ts";
import type { ShownRow } from "./shownRow.ts";

type Items = Pick<PanelState, "items" | "itemsBefore" | "older">;

/** How many frames a page may take to be shown that has arrived. */
const patience = 30;

/** Asks the host for pages of older items, each once at a time. */
export class OlderPages {
  readonly #host: Host;
  readonly #asked = new Map<number, Promise<void>>();

  constructor(host: Host) {
    this.#host = host;
  }

  /** Asks for what is missing on the page. */
  want(shown: readonly ShownRow[], isMissing: (place: number) => boolean): void {
    for (const { first } of shown) if (isMissing(first)) void this.#ask(pageOf(first));
  }

  /** Resolves when the item of this place is known; also when there is none, or it doesn't come. */
  async bring(place: number, items: () => Items): Promise<void> {
    if (itemAt(items(), place) !== undefined || place >= items().itemsBefore) return;
    await this.#ask(pageOf(place));
    for (let frame = 0; frame < patience && itemAt(items(), place) === undefined; frame++) {
      await new Promise((resolve) => requestAnimationFrame(resolve));
    }
  }

  /** Once a page has been refused or gone missing on its way, it is asked for again when it is wanted again. */
  #ask(page: number): Promise<void> {
    const asked =
      this.#asked.get(page) ??
      this.#host
        .ask("readItems", { pages: [page] })
        .then(nothing, nothing)
        .then(() => void this.#asked.delete(page));
    this.#asked.set(page, asked);
    return asked;
  }
}

function nothing(): void {}
