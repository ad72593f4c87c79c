/** A broken rule of the kernel: a programming error, never a player's. It stops the world. */
export class KernelFault extends Error {
  readonly invariant: string;

  constructor(invariant: string, detail: string) {
    super(`${invariant}: ${detail}`);
    this.name = 'KernelFault';
    this.invariant = invariant;
  }
}
