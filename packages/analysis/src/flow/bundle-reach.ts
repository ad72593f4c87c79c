import { isKeptSample } from '../models/paths/sample-folders.ts';
import type { Reach } from '../types/index.ts';
import { findLoaded, findReach, type ReachInput } from './reach.ts';

/** The reach of each bundle file, by mentions and by observed runs. */
export class BundleReach {
  readonly input: ReachInput;
  private readonly found: ReadonlyMap<string, Reach>;
  private readonly lookedUp: ReadonlySet<string>;
  private ran: ReadonlySet<string> = new Set();

  constructor(input: ReachInput) {
    this.input = input;
    this.found = findReach(input);
    this.lookedUp = new Set(findLoaded(input, this.found));
  }

  /** The reach by mentions alone. A mention of an attack sample does not count, because a scanner names its samples. */
  readonly mentioned = (path: string): Reach =>
    isKeptSample(path) ? 'none' : (this.found.get(path) ?? (this.lookedUp.has(path) ? 'imported' : 'none'));

  /** The reach by mentions and runs. A file that is run is not just an example, whatever its name. */
  readonly of = (path: string): Reach => {
    const found = this.mentioned(path);
    return this.ran.has(path) && (found === 'none' || found === 'linked') ? 'imported' : found;
  };

  /** The runs are known only after all files are read. */
  noteRan(paths: ReadonlySet<string>): void {
    this.ran = paths;
  }
}
