import type { Facts, RawFinding, Rule } from '../model.ts';
import type { LiveFinding } from './correlate.ts';

export type FoundChain = { readonly raw: RawFinding; readonly parts: readonly LiveFinding[] };

export type Chain = {
  readonly rule: Rule;
  find(live: readonly LiveFinding[], facts: Facts): FoundChain[];
};

export const CHAINS: readonly Chain[] = [];
