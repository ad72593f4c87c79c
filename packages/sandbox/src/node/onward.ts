import type { Observation, Variant } from '@assay/analysis/runs/observation';
import type { ExerciseUnit } from '@assay/analysis/runs/plan';
import { countedOnward, theftAmong, withoutEarlyEnds } from '../world/early-ends.ts';
import type { Outcome, Run } from './outcome.ts';

/** How one more run of a unit differs from the first. */
export type Change = {
  code?: string;
  args?: string[];
  variant?: Variant;
  /** Places outside the working folder that are there this time. */
  granted?: readonly string[];
  /** Files of the working folder that are there this time. */
  offered?: readonly string[];
  /** Functions to call instead of the program itself. */
  functions?: readonly string[];
};
type Again = (change: Change) => Promise<Outcome>;

const ROUNDS_MAX = 2;
const FUNCTIONS_MAX = 24;

/** Each run of Python costs as much as a hundred of the shell. */
const WAYS_MAX: Partial<Record<ExerciseUnit['language'], number>> = { python: 3 };
const RUNS_MAX: Partial<Record<ExerciseUnit['language'], number>> = { python: 5 };
const OTHER_RUNS_MAX = 16;

/**
 * The same unit where it would have ended: with what it wanted to read, started in its other ways, past its early ends, on a machine
 * that has what it looked for in vain, and the functions that nobody called.
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
    // What is put together past an end, or with nothing in its variables, is not what the program puts together.
    const made = isOwnRun ? outcome.made : [];
    found.push({ ...outcome, variant: 'base', isExtra: true, isThrough, acts: kept, gaps, untaken, made });
  };

  let left = RUNS_MAX[unit.language] ?? OTHER_RUNS_MAX;
  // One that never ends or runs into a limit would do so again, and takes the time of all the others.
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
    // What waits for a day does so most often when nobody tells it anything.
    const later = args.length === 0 && runs.some(({ variant }) => variant === 'clock') ? ['clock' as const] : [];
    for (const variant of later) {
      const then = await once({ args, variant });
      keep(then, then.acts, true);
    }
    for (const next of await runSupplied(outcome, { args }, once)) keep(next, next.acts, true);
  }
  // What it does past an early end counts; that it fails there is no defect of it.
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

/** Why the first runs stopped, where a later one had what they lacked and came to its end. */
export const overcome = (runs: readonly Run[]): string[] =>
  runs.some(({ isThrough }) => isThrough === true)
    ? runs.flatMap(({ gaps }) => gaps.filter((one) => ABSENT.test(one)))
    : [];

/** A program that stopped because its input was not there is run with it. */
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

/** Variables that the program would have set are empty in a function called alone, and `rm -r "$folder/"` is then another command. */
const isOwnDoing = ({ kind }: Observation): boolean => kind !== 'delete';

const FUNCTION = /^function (\S+) at line \d+ not taken$/;

/** Functions of a shell script that no run has entered. */
function uncalled(runs: readonly Run[]): string[] {
  const missed = runs.map(({ untaken }) => new Set(untaken)).reduce((some, next) => some.intersection(next));
  return [...missed].flatMap((place) => FUNCTION.exec(place)?.[1] ?? []).slice(0, FUNCTIONS_MAX);
}
