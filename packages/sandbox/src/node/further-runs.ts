import type { Observation, Variant } from '@assay/analysis/runs/observation';
import type { ExerciseUnit } from '@assay/analysis/runs/plan';
import { countedOnward, theftAmong, withoutEarlyEnds } from '../world/early-exits.ts';
import type { Outcome, Run } from './outcome.ts';

/** How a further run of a unit differs from the first. */
export type Change = {
  code?: string;
  args?: string[];
  variant?: Variant;
  /** Places outside the working folder that exist in this run. */
  granted?: readonly string[];
  /** Files of the working folder that exist in this run. */
  offered?: readonly string[];
  /** Functions to call instead of the program. */
  functions?: readonly string[];
};
type Again = (change: Change) => Promise<Outcome>;

const ROUNDS_MAX = 2;
const FUNCTIONS_MAX = 24;

/** One Python run costs as much as a hundred shell runs. */
const WAYS_MAX: Partial<Record<ExerciseUnit['language'], number>> = { python: 3 };
const RUNS_MAX: Partial<Record<ExerciseUnit['language'], number>> = { python: 5 };
const OTHER_RUNS_MAX = 16;

/**
 * Runs a unit beyond the point where it ended: with the files that it wanted to read, with its other command lines,
 * past its early exits, on a machine with the paths that it did not find, and with the functions that were not called.
 */
export async function runOnward(unit: ExerciseUnit, runs: readonly Run[], again: Again): Promise<Run[]> {
  const [first] = runs;
  if (first === undefined) return [];
  const found: Run[] = [];
  const keep = (outcome: Outcome, acts: readonly Observation[], isOwnRun = false): void => {
    if (!outcome.isExercised || (acts.length === 0 && !isOwnRun)) return;
    const kept = acts.filter(({ kind }) => kind !== 'limit');
    const gaps = isOwnRun ? outcome.gaps.filter((reason) => !STOPPED.test(reason)) : [];
    const isThrough = isOwnRun && gaps.length === outcome.gaps.length;
    const untaken = isOwnRun ? outcome.untaken : first.untaken;
    // Code assembled past an early exit or with empty variables differs from the program's own code.
    const made = isOwnRun ? outcome.made : [];
    found.push({ ...outcome, variant: 'base', isExtra: true, isThrough, acts: kept, gaps, untaken, made });
  };

  let left = RUNS_MAX[unit.language] ?? OTHER_RUNS_MAX;
  // A unit that never ends or reaches a limit would do so again and use up the time of the others.
  const once: Again = async (change) => {
    if (left <= 0) return NOT_RUN;
    const outcome = await again(change);
    left = outcome.isEndless || outcome.acts.some(({ kind }) => kind === 'limit') ? 0 : left - 1;
    return outcome;
  };
  for (const outcome of await runSupplied(first, {}, once)) keep(outcome, outcome.acts, true);
  for (const args of (unit.others ?? []).slice(0, WAYS_MAX[unit.language])) {
    const outcome = await once({ args });
    keep(outcome, outcome.acts, true);
    // A time-triggered program usually runs without arguments.
    const later = args.length === 0 && runs.some(({ variant }) => variant === 'clock') ? ['clock' as const] : [];
    for (const variant of later) {
      const then = await once({ args, variant });
      keep(then, then.acts, true);
    }
    for (const next of await runSupplied(outcome, { args }, once)) keep(next, next.acts, true);
  }
  // Acts past an early exit count. A failure there is not a defect of the program.
  const onward = unit.kind === 'fence' ? undefined : withoutEarlyEnds(unit.code, unit.language);
  if (onward !== undefined) {
    const outcome = await once({ code: onward });
    keep(outcome, countedOnward(unit.code, unit.language, outcome.acts));
  }
  if (first.missed.length > 0) {
    const outcome = await once({ granted: first.missed });
    keep(outcome, theftAmong(outcome.acts));
  }
  const functions = unit.kind === 'fence' ? [] : uncalled([...runs, ...found]);
  if (functions.length > 0) {
    const outcome = await once({ functions });
    keep({ ...outcome, made: [] }, outcome.acts.filter(isOwnDoing), true);
  }
  return found;
}

const NOT_RUN: Outcome = {
  isExercised: false,
  acts: [],
  gaps: [],
  untaken: [],
  printed: '',
  made: [],
  consulted: new Set(),
  missed: [],
  absent: [],
  isEndless: false,
};
const STOPPED = /^stopped by an error/;
const ABSENT = /^stopped by an error: .*(?:ENOENT|FileNotFound|No such file)/;

/** Reasons why the first runs stopped that a later run overcame: it had what was missing and ran to the end. */
export const overcome = (runs: readonly Run[]): string[] =>
  runs.some(({ isThrough }) => isThrough === true)
    ? runs.flatMap(({ gaps }) => gaps.filter((one) => ABSENT.test(one)))
    : [];

/** A program that stopped because its input was missing is run with that input. */
async function runSupplied(stopped: Outcome, change: Change, again: Again): Promise<Outcome[]> {
  const outcomes: Outcome[] = [];
  const offered = new Set<string>();
  for (let last = stopped; outcomes.length < ROUNDS_MAX; last = outcomes.at(-1) ?? last) {
    const size = offered.size;
    for (const path of last.absent) offered.add(path);
    if (!last.gaps.some((reason) => ABSENT.test(reason)) || offered.size === size) break;
    outcomes.push(await again({ ...change, offered: [...offered] }));
  }
  return outcomes;
}

/** A function called alone has empty variables, which turns `rm -r "$folder/"` into a different command. */
const isOwnDoing = ({ kind }: Observation): boolean => kind !== 'delete';

const FUNCTION = /^function (\S+) at line \d+ not taken$/;

/** Functions of a shell script that no run entered. */
function uncalled(runs: readonly Run[]): string[] {
  const missed = runs.map(({ untaken }) => new Set(untaken)).reduce((some, next) => some.intersection(next));
  return [...missed].flatMap((place) => FUNCTION.exec(place)?.[1] ?? []).slice(0, FUNCTIONS_MAX);
}
