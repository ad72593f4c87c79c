import { logarithm } from '../exact.ts';
import type { World } from '../state.ts';

/** Productivity returns to this mean of businesses (a logarithm): what one business learns spreads to the others. */
export function productivityLevel(w: World, businesses: readonly number[]): number {
  if (w.params.switches.investment !== true || businesses.length === 0) return 0;
  return businesses.reduce((sum, f) => sum + logarithm(w.business.productivity[f]), 0) / businesses.length;
}
