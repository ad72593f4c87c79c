import { byUnitAndStep } from '@assay/analysis/runs/merge';
import type { Gap, Observation, SandboxRun } from '@assay/analysis/runs/observation';
import { compare, type ExercisePlan, type ExerciseUnit, type SandboxPort } from '@assay/analysis/runs/plan';
import { type Child, startChild } from './child-process.ts';
import type { UnitResult } from './exercise.ts';
import { findImage, makeImage } from './image/image.ts';
import type { LateEngine } from './machine.ts';
import { preparePython } from './python/start.ts';

export type EmbeddedOptions = {
  /** Longest time one unit may take before its process is ended. */
  unitWallMs?: number;
  /** Longest time for a whole plan; units not reached are listed as not exercised. */
  totalWallMs?: number;
  /** Processes made ready for the next plan, each used once. */
  spares?: number;
  /**
   * Whether processes start from a memory image: one that is there, one that is made for whoever comes later if it is not, or never.
   * What comes of a plan is the same.
   */
  image?: 'if there' | 'made' | 'never';
};
export type EmbeddedSandbox = SandboxPort<'embedded'> & {
  /** Ends the processes kept ready. */
  close(): void;
};

/** To make a process ready costs more than to start one for a plan at hand: done only when no plan came for so long. */
const QUIET_MS = 2_000;

const DEFAULTS = { unitWallMs: 8_000, totalWallMs: 20_000, spares: 0, image: 'if there' } as const;

/** The default sandbox: one disposable process per plan, engines that imitate, a network that only records. */
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

  /** One that has died meanwhile would cost the first unit of the plan. */
  function takeReady(): Child | undefined {
    for (let child = ready.shift(); child !== undefined; child = ready.shift()) if (child.isAlive()) return child;
    return undefined;
  }

  async function run(plan: ExercisePlan): Promise<SandboxRun> {
    clearTimeout(quiet);
    // Once on each machine; it is nobody's plan that has to wait for it.
    if (plan.units.some(mayRunPython)) await preparePython();
    const results: UnitResult[] = [];
    const endAtMs = performance.now() + totalWallMs;
    let waiting = plan.units;
    for (let leftMs = totalWallMs; waiting.length > 0 && leftMs > 0; leftMs = endAtMs - performance.now()) {
      const child = takeReady() ?? start(enginesFor(waiting));
      const { done, stopped } = await child.run({ ...plan, units: waiting }, { unitWallMs, totalWallMs: leftMs });
      results.push(...done);
      const [current, ...rest] = waiting.slice(done.length);
      // The unit under way when the process ended is given up; the others get a new process.
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
