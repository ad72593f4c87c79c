import { isKeptSample } from '../models/paths/sample-folders.ts';
import type { Reach } from '../types/index.ts';
import { findLoaded, findReach, type ReachInput } from './reach.ts';

/** How each file of the bundle comes to matter: by what names it, and by what was seen to run it. */
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

  /** A sample is named by whoever scans it: only what is seen to run one uses it. */
  readonly mentioned = (path: string): Reach =>
    isKeptSample(path) ? 'none' : (this.found.get(path) ?? (this.lookedUp.has(path) ? 'imported' : 'none'));

  /** What is run is no mere example, whatever it is called. */
  readonly of = (path: string): Reach => {
    const found = this.mentioned(path);
    return this.ran.has(path) && (found === 'none' || found === 'linked') ? 'imported' : found;
  };

  /** Known only when everything was read. */
  noteRan(paths: ReadonlySet<string>): void {
    this.ran = paths;
  }
}
