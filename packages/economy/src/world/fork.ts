/** Independent copies of the world, to compare the future with and without an input. The original world stays unchanged. */
import type { Input, InputResult } from './inputs/types.ts';
import { TICKS_PER_MONTH } from './params.ts';
import { mix } from './rng.ts';
import { clone } from './serialise.ts';
import type { Figures } from './snapshot-fields.ts';
import type { World } from './state.ts';
import { storedFigures } from './statistics.ts';
import { step } from './tick.ts';

/** The months of one copy: figures by month and city. */
export type Branch = { readonly results: readonly InputResult[]; readonly months: readonly (readonly Figures[])[] };

/** Replica 0 has the random stream of the world itself. Both branches of a replica share one stream. */
export function fork(w: World, inputs: readonly Input[], months: number, replicas: number): Branch[] {
  return Array.from({ length: replicas }, (_, replica) => runBranch(w, inputs, months, replica));
}

function runBranch(w: World, inputs: readonly Input[], months: number, replica: number): Branch {
  const copy = clone(w);
  // The shifted seed changes only the dice. Ids contain the seed of the parent, which inputs refer to.
  copy.luck = replica === 0 ? w.luck : mix(w.luck, replica);
  const found: Figures[][] = [];
  let results: readonly InputResult[] = [];
  for (let first = true; found.length < months || first; first = false) {
    const tick = copy.tick;
    const done = step(copy, first ? inputs : [], { isSilent: true });
    if (first) results = done.results;
    if (tick % TICKS_PER_MONTH === 0 && tick > w.tick) found.push(monthOf(copy));
  }
  return { results, months: found };
}

const monthOf = (w: World): Figures[] => Array.from({ length: w.rows.city }, (_, c) => storedFigures(w, c) ?? {});

/** The result of an input, without applying it. */
export function preview(w: World, input: Input): InputResult {
  const [result] = step(clone(w), [input], { isSilent: true }).results;
  return result ?? { isDone: false, code: 'validation_failed' };
}
