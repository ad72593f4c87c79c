import { Buffer } from 'node:buffer';
import { mergeVariants } from '@assay/analysis/runs/merge';
import { type Gap, type Observation, PRINTED_LIMITS, type Variant } from '@assay/analysis/runs/observation';
import type { ExercisePlan, ExerciseUnit } from '@assay/analysis/runs/plan';
import { MADE_UNREAD, type Made, mergeMade } from '@assay/analysis/runs/run-text';
import { commandsOf } from '@assay/analysis/runs/start-words';
import { looksOf } from '../world/shell-looks.ts';
import { defaultPaths, namedPaths, readsOf } from '../world/stand-in-files.ts';
import { BASE, SURROUNDINGS, type Surroundings } from '../world/variants.ts';
import { createWorld, plantSecrets, type World } from '../world/world.ts';
import { type CodeCall, CodeSyntaxError, type Machine, NotRunError } from './engines.ts';
import { type Change, overcome, runOnward } from './further-runs.ts';
import type { VirtualTime } from './lock-down.ts';
import { createMachine } from './machine.ts';
import type { Outcome, Run } from './outcome.ts';
import type { PythonLine } from './python/line.ts';

export type UnitResult = {
  unit: string;
  isExercised: boolean;
  gaps: Gap[];
  observations: Observation[];
  /** Printed texts, without duplicates. */
  printed: string[];
  /** Commands, evaluated code and files that the unit produced. */
  made: Made[];
};

/** Runs the units of a plan in sequence, each in every environment, and yields each result when it is ready. */
export async function* exercise(plan: ExercisePlan, time: VirtualTime, line?: PythonLine): AsyncGenerator<UnitResult> {
  const sessions = new Map<string, Machine>();
  const bait = plantSecrets(plan);
  function machineFor(unit: ExerciseUnit, surroundings: Surroundings): Machine {
    // Fences of one document run in sequence in one shell. Every other unit gets a new machine.
    if (unit.kind !== 'fence') return createMachine(createWorld(plan, surroundings, bait), line);
    const key = `${surroundings.variant}/${unit.path}`;
    const machine = sessions.get(key) ?? createMachine(createWorld(plan, surroundings, bait), line);
    sessions.set(key, machine);
    return machine;
  }

  async function runAgain(
    unit: ExerciseUnit,
    { code, args, variant, granted, offered = [], functions }: Change,
  ): Promise<Outcome> {
    const surroundings = SURROUNDINGS.find((place) => place.variant === variant) ?? BASE;
    const machine = createMachine(createWorld(plan, surroundings, bait, granted), line);
    time.use(machine.world.clock, `${plan.digest}/${unit.id}`);
    const changed = { ...unit, code: code ?? unit.code, args: args ?? unit.args };
    return runUnit(changed, machine, [...pathsFor(plan, changed), ...offered], functions);
  }

  for (const unit of plan.units) {
    const runs: Run[] = [];
    for (const surroundings of SURROUNDINGS) {
      if (!isWorthRunning(plan, unit, surroundings.variant, runs[0])) continue;
      const machine = machineFor(unit, surroundings);
      // The seed does not include the variant: random numbers must not make two environments differ.
      time.use(machine.world.clock, `${plan.digest}/${unit.id}`);
      const outcome = await runUnit(unit, machine, pathsFor(plan, unit));
      runs.push({ variant: surroundings.variant, ...outcome });
      // A unit that reaches a limit or does not parse would do so again.
      if (!outcome.isExercised || outcome.acts.some((act) => act.kind === 'limit')) break;
    }
    if (isWhole(runs)) runs.push(...(await runOnward(unit, runs, (change) => runAgain(unit, change))));
    yield toResult(unit, runs);
  }
}

/**
 * Code that never checks what a variant changes would repeat its behaviour. Fences of one document share a shell, so
 * their checks count together.
 */
function isWorthRunning(plan: ExercisePlan, unit: ExerciseUnit, variant: Variant, base: Outcome | undefined): boolean {
  if (base === undefined) return true;
  if (unit.kind !== 'fence') return isShell(unit) ? looksOf(unit.code).has(variant) : base.consulted.has(variant);
  const document = plan.units.filter((other) => other.kind === 'fence' && other.path === unit.path);
  return !document.every(isShell) || document.some((fence) => looksOf(fence.code).has(variant));
}

const isWhole = (runs: readonly Outcome[]): boolean =>
  runs.every(({ isExercised, acts }) => isExercised && !acts.some(({ kind }) => kind === 'limit'));

const isShell = ({ language }: ExerciseUnit): boolean => language === 'bash' || language === 'sh';

const HOUR_MS = 3_600_000;

/** Paths that exist according to the unit's command line or to the document lines that start a program of the bundle. */
function pathsFor({ files }: ExercisePlan, { kind, code, args }: ExerciseUnit): string[] {
  if (kind === 'script') return [...namedPaths(args), ...defaultPaths(code)];
  const names = new Set(files.map(({ path }) => path.slice(path.lastIndexOf('/') + 1)));
  const lines = code.split('\n').flatMap(commandsOf);
  return lines.flatMap((words) => {
    const at = words.findIndex((word) => names.has(word.slice(word.lastIndexOf('/') + 1)));
    return at < 0 ? [] : namedPaths(words.slice(at + 1));
  });
}

async function runUnit(
  unit: ExerciseUnit,
  machine: Machine,
  offered: readonly string[],
  functions?: readonly string[],
): Promise<Outcome> {
  const { world } = machine;
  const recorder = world.begin(unit.id);
  // `made()` can add gaps for content that was not read, so it runs before `gaps()`.
  const toldOf = () => ({ made: world.made(), acts: recorder.acts(), gaps: recorder.gaps() });
  world.offer(offered, readsOf(unit.code));
  const startedMs = world.clock.nowMs;
  machine.reset();
  try {
    const ran = await runCode(unit, machine, world, functions);
    return {
      isExercised: true,
      ...ran,
      ...toldOf(),
      consulted: new Set(world.consulted),
      missed: [...world.missed],
      absent: [...world.absent],
      isEndless: world.clock.nowMs - startedMs >= HOUR_MS,
    };
  } catch (error) {
    const reason = reasonOf(error, unit);
    const told = toldOf();
    return {
      isExercised: false,
      ...told,
      gaps: [...told.gaps, reason],
      untaken: [],
      printed: '',
      consulted: new Set(),
      missed: [],
      absent: [],
      isEndless: false,
    };
  }
}

function reasonOf(error: unknown, { language }: ExerciseUnit): string {
  if (error instanceof NotRunError) return error.message;
  return error instanceof CodeSyntaxError ? `does not parse as ${language}` : 'the engine could not run it';
}

type Ran = Pick<Outcome, 'untaken' | 'printed'>;

async function runCode(
  unit: ExerciseUnit,
  machine: Machine,
  world: World,
  functions?: readonly string[],
): Promise<Ran> {
  const homed = (arg: string): string => arg.replace(/^~(?=\/|$)/, world.places.home); // as the shell would
  const call: CodeCall = {
    code: unit.code,
    path: `${world.places.work}/${unit.path}`,
    args: unit.args.map(homed),
    firstLine: unit.line,
  };
  if (functions !== undefined) call.functions = functions;
  switch (unit.language) {
    case 'bash':
    case 'sh':
      return shellRan(await machine.shell(call));
    case 'javascript':
      return { untaken: [], printed: (await machine.script(call)).stdout };
    case 'typescript':
      call.path = /\.[cm]?ts$/.test(call.path) ? call.path : `${call.path}.ts`;
      return { untaken: [], printed: (await machine.script(call)).stdout };
    case 'python':
      return { untaken: [], printed: fromBytes((await machine.python(call)).stdout) };
    case 'other':
      throw new CodeSyntaxError('no interpreter for this language');
  }
}

const shellRan = ({ untaken, stdout }: { untaken: string[]; stdout: string }): Ran => ({
  untaken,
  printed: fromBytes(stdout),
});

/** Converts a string with one character per byte. */
const fromBytes = (latin1: string): string => Buffer.from(latin1, 'latin1').toString('utf8');

function toResult(unit: ExerciseUnit, runs: readonly Run[]): UnitResult {
  const isExercised = runs.every((run) => run.isExercised);
  // A branch counts as untaken when no environment took it.
  const untaken = runs.map((run) => new Set(run.untaken)).reduce((missed, next) => missed.intersection(next));
  const reasons = new Set([...runs.flatMap((run) => run.gaps), ...untaken]);
  for (const reason of overcome(runs)) reasons.delete(reason);
  const isCutShort = isExercised && runs.some((run) => run.acts.some((act) => act.kind === 'limit'));
  if (isCutShort) reasons.add('not repeated in other environments after a limit');
  const made = mergeMade(runs.map((run) => run.made));
  if (made.isCut) reasons.add(MADE_UNREAD);
  return {
    unit: unit.id,
    isExercised,
    gaps: [...reasons].sort().map((reason) => ({ unit: unit.id, reason })),
    observations: mergeVariants(runs),
    printed: printedBy(runs),
    made: made.texts,
  };
}

const printedBy = (runs: readonly Outcome[]): string[] =>
  [...new Set(runs.map(({ printed }) => printed.slice(0, PRINTED_LIMITS.chars)))]
    .filter((text) => text.trim() !== '')
    .slice(0, PRINTED_LIMITS.texts);
