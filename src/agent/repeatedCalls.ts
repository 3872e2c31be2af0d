import type { OpenCall } from "../conversation/response.ts";

const mostAlike = 3;

/** Notices calls of one turn that are alike: the same tool with the same arguments, one after the other (TRN-9). */
export class RepeatedCalls {
  #last: string | undefined;
  #count = 0;

  /** Whether this call is the third alike in a row; the count begins anew after it. */
  isThird({ name, arguments: text }: OpenCall): boolean {
    const key = `${name.toLowerCase()}\n${text.trim()}`;
    this.#count = key === this.#last ? this.#count + 1 : 1;
    this.#last = key;
    if (this.#count < mostAlike) return false;
    this.#count = 0;
    return true;
  }
}
