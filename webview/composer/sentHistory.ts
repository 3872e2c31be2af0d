import type { DraftContent } from "../conversation/draft.ts";
import type { Host } from "../host.ts";

/**
 * What the person sent before, gone through from the newest back. The host has it all and is asked for a page at a time;
 * what was sent meanwhile is asked for when one begins anew.
 */
export class SentHistory {
  readonly #host: Host;
  #messages: DraftContent[] = [];
  #hasMore = true;
  #place = -1;
  #read = 0;
  #isReading = false;

  constructor(host: Host) {
    this.#host = host;
  }

  /** Whether what stands in the composer is the message that was shown last, as it was sent. */
  isShownIn(draft: DraftContent | undefined): boolean {
    return draft !== undefined && isSame(this.#shown, draft);
  }

  /** Goes to the message before; undefined when there is none. */
  async older(): Promise<DraftContent | undefined> {
    if (this.#isReading) return undefined;
    if (this.#place < 0) this.#forget();
    // A message that says the same as the one after it is passed over.
    while (this.#messages[this.#place + 1] === undefined && this.#hasMore) await this.#readMore();
    const next = this.#messages[this.#place + 1];
    if (next !== undefined) this.#place += 1;
    return next;
  }

  /** Goes to the message after; undefined behind the newest one, where the empty composer is. */
  newer(): DraftContent | undefined {
    this.#place = Math.max(-1, this.#place - 1);
    return this.#shown;
  }

  /** The person has begun something else. */
  leave(): void {
    this.#place = -1;
  }

  get #shown(): DraftContent | undefined {
    return this.#messages[this.#place];
  }

  #forget(): void {
    this.#messages = [];
    this.#hasMore = true;
    this.#read = 0;
  }

  async #readMore(): Promise<void> {
    this.#isReading = true;
    try {
      const { messages, more } = await this.#host.ask("readSentMessages", { skip: this.#read });
      this.#read += messages.length;
      this.#hasMore = more && messages.length > 0;
      for (const message of messages) if (!isSame(this.#messages.at(-1), message)) this.#messages.push(message);
    } catch {
      // Without an answer there is nothing older.
      this.#hasMore = false;
    } finally {
      this.#isReading = false;
    }
  }
}

function isSame(one: DraftContent | undefined, other: DraftContent): boolean {
  return one !== undefined && one.text === other.text && one.images.map(hash).join() === other.images.map(hash).join();
}

function hash({ sha256 }: DraftContent["images"][number]): string {
  return sha256;
}
