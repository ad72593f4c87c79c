/** The work budget of one tool call, in steps of less than a microsecond. A call that exhausts it is not resolved. */
export class Budget {
  #left: number;

  constructor(steps: number = Number.POSITIVE_INFINITY) {
    this.#left = steps;
  }

  get isSpent(): boolean {
    return this.#left < 0;
  }

  get isBounded(): boolean {
    return this.#left !== Number.POSITIVE_INFINITY;
  }

  /** False when the budget is exhausted. */
  spend(steps: number): boolean {
    this.#left -= steps;
    return this.#left >= 0;
  }
}
