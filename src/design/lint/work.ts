/** What one call may take, in steps of about ten nanoseconds: a second at worst. A document worth checking needs far less. */
const mostSteps = 60_000_000;

/**
 * How much work is left for one call: counted in steps and not in time, so that the same document gives the same report
 * everywhere.
 */
export class Work {
  #left: number;

  constructor(steps = mostSteps) {
    this.#left = steps;
  }

  /** Takes so many steps; false once more are taken than there were. */
  spend(steps: number): boolean {
    this.#left -= steps;
    return this.#left >= 0;
  }

  get isUsedUp(): boolean {
    return this.#left < 0;
  }
}
