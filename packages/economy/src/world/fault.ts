/** A violated kernel rule: a programming error, never an error of a player. It stops the world. */
export class KernelFault extends Error {
  readonly invariant: string;

  constructor(invariant: string, detail: string) {
    super(`${invariant}: ${detail}`);
    this.name = 'KernelFault';
    this.invariant = invariant;
  }
}
