/** The default world: six cities and two thousand people, including the service's thirteen validators. */
import { createWorld } from '../genesis.ts';
import { TICKS_PER_MONTH } from '../params.ts';
import type { World } from '../state.ts';
import { step } from '../tick.ts';
import { MERIDIAN } from './cities.ts';
import { MERIDIAN_VALIDATORS } from './validators.ts';

export const createMeridian = (): World => createWorld({}, MERIDIAN.seed, { validators: MERIDIAN_VALIDATORS });

/** Runs the initial transient, which the validation also drops, so that the first visitor finds a stable world. */
export function warmUp(w: World, months: number = MERIDIAN.warmUpMonths): void {
  for (let tick = 0; tick < months * TICKS_PER_MONTH; tick++) step(w, [], { isSilent: true });
}
