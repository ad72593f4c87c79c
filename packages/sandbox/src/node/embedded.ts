import { byUnitAndStep } from '@assay/analysis/runs/merge';
import type { Gap, Observation, SandboxRun } from '@assay/analysis/runs/observation';
import { compare, type ExercisePlan, type ExerciseUnit, type SandboxPort } from '@assay/analysis/runs/plan';
import { type Child, startChild } from './child-process.ts';
import type { UnitResult } from './exercise.ts';
import { findImage, makeImage } from './image/image.ts';
import type { LateEngine } from './machine.ts';
import { preparePython } from './python/start.ts';

export type EmbeddedOptions = {
  /** Maximum time of one unit. Its process is then ended. */
  unitWallMs?: number;
  /** Maximum time of a whole plan. Remaining units are listed as not exercised. */
  totalWallMs?: number;
  /** Number of processes kept ready for later plans. Each is used once. */
  spares?: number;
  /**
   * Whether processes start from a memory image: an existing one, an existing one or one that is built for later
   * processes, or never. The result of a plan does not depend on it.
   */
  image?: 'if there' | 'made' | 'never';
};
export type EmbeddedSandbox = SandboxPort<'embedded'> & {
  /** Ends the spare processes. */
  close(): void;
};

/**
 * Preparing a spare process costs more than starting one for a plan. Spares are therefore refilled only after this long
 * without a plan.
 */
const QUIET_MS = 2_000;

const DEFAULTS = { unitWallMs: 8_000, totalWallMs: 20_000, spares: 0, image: 'if there' } as const;

/** The default sandbox: one disposable process per plan, engines that imitate a machine, and a network that only records. */
export function createEmbeddedSandbox(options: EmbeddedOptions = {}): EmbeddedSandbox {
  const { unitWallMs, totalWallMs, spares, image } = { ...DEFAULTS, ...options };
  const ready: Child[] = [];
  let isClosed = false;
  let quiet: NodeJS.Timeout | undefined;
  if (image === 'made') makeImage();
  const start = (preloaded: 'everything' | LateEngine[]): Child => {
    const found = image === 'never' ? undefined : findImage();
    return startChild(found === undefined ? { preloaded } : { image: found });
  };
  const refill = () => {
    while (!isClosed && ready.length < spares) ready.push(start('everything'));
  };

  /** A spare process that has died would cost the plan its first unit. */
  function takeReady(): Child | undefined {
    for (let child = ready.shift(); child !== undefined; child = ready.shift()) if (child.isAlive()) return child;
    return undefined;
  }

  async function run(plan: ExercisePlan): Promise<SandboxRun> {
    clearTimeout(quiet);
    // Runs once per machine and does not count as time of the plan.
    if (plan.units.some(mayRunPython)) await preparePython();
    const results: UnitResult[] = [];
    const endAtMs = performance.now() + totalWallMs;
    let waiting = plan.units;
    for (let leftMs = totalWallMs; waiting.length > 0 && leftMs > 0; leftMs = endAtMs - performance.now()) {
      const child = takeReady() ?? start(enginesFor(waiting));
      const { done, stopped } = await child.run({ ...plan, units: waiting }, { unitWallMs, totalWallMs: leftMs });
      results.push(...done);
      const [current, ...rest] = waiting.slice(done.length);
      // The unit that was running when the process ended is abandoned. The others get a new process.
      if (current !== undefined) results.push(givenUp(current.id, stopped));
      waiting = rest;
    }
    results.push(...waiting.map((unit) => givenUp(unit.id, 'time for the whole plan')));
    quiet = setTimeout(refill, QUIET_MS).unref();
    return toRun(results, plan.omitted);
  }

  return {
    mode: 'embedded',
    run,
    close() {
      isClosed = true;
      clearTimeout(quiet);
      for (const child of ready.splice(0)) child.end();
    },
  };
}

const ENGINE_OF: Partial<Record<ExerciseUnit['language'], LateEngine>> = {
  javascript: 'script',
  typescript: 'script',
  python: 'python',
};

const mayRunPython = ({ language, code }: ExerciseUnit): boolean =>
  language === 'python' || /python|\.py\b|\buv\b/.test(code);

const enginesFor = (units: readonly ExerciseUnit[]): LateEngine[] => [
  ...new Set(units.map(({ language }) => ENGINE_OF[language]).filter((engine) => engine !== undefined)),
];

function givenUp(unit: string, limit: string): UnitResult {
  const observation: Observation = { unit, kind: 'limit', target: limit, data: [], step: 1, basis: 'run' };
  return {
    unit,
    isExercised: false,
    gaps: [{ unit, reason: `limit reached: ${limit}` }],
    observations: [observation],
    printed: [],
    made: [],
  };
}

function toRun(results: readonly UnitResult[], omitted: readonly Gap[]): SandboxRun {
  const gaps = [...omitted, ...results.flatMap((result) => result.gaps)];
  return {
    mode: 'embedded',
    exercised: results
      .filter((result) => result.isExercised)
      .map((result) => result.unit)
      .sort(compare),
    gaps: gaps.sort((a, b) => compare(a.unit, b.unit) || compare(a.reason, b.reason)),
    observations: results.flatMap((result) => result.observations).sort(byUnitAndStep),
    printed: results.flatMap(({ unit, printed }) => printed.map((text) => ({ unit, text }))),
    made: results.flatMap(({ unit, made }) => made.map((one) => ({ unit, made: one }))),
  };
}
