import type { Gap, SandboxMode, SandboxRun } from './observation.ts';

const UNIT_LANGUAGES = ['bash', 'sh', 'javascript', 'typescript', 'python', 'other'] as const;
export type UnitLanguage = (typeof UNIT_LANGUAGES)[number];
export type UnitKind = 'script' | 'fence' | 'hook' | 'package-script';

export const PLAN_LIMITS = {
  unitsMax: 40,
  unitCodeCharsMax: 65_536,
  argsMax: 16,
  othersMax: 6,
  argCharsMax: 1_024,
  filesMax: 400,
  fileBytesMax: 262_144,
  filesBytesMax: 2_097_152,
  pathPartsMax: 9,
} as const;

/** One piece of executable code. */
export type ExerciseUnit = {
  /** Stable and unique in the plan: path, and line for fences. */
  id: string;
  kind: UnitKind;
  language: UnitLanguage;
  /** The file that contains it, relative to the bundle root. */
  path: string;
  /** First line of the code in that file, 1-based. */
  line: number;
  code: string;
  /** Arguments as shown in the documentation. */
  args: string[];
  /** Alternative argument lists, each with a run of its own. */
  others?: string[][];
  /** Whether the entry document leads to the unit. */
  reachable: boolean;
};

type PlanFile = { path: string; bytes: Uint8Array };

export type ExercisePlan = {
  /** Digest of the input: seeds the canaries and the random numbers. */
  digest: string;
  /** What to run, in order: reachable units first, programs before fences, then by path and line. */
  units: ExerciseUnit[];
  /** Files of the bundle in the working folder, by path. */
  files: PlanFile[];
  /** Units that the limits excluded from the plan. */
  omitted: Gap[];
};

/** Runs a plan. The hardened mode implements the same port. */
export type SandboxPort<Mode extends SandboxMode = SandboxMode> = {
  mode: Mode;
  run(plan: ExercisePlan): Promise<SandboxRun>;
};

type PlanInput = { digest: string; units: readonly ExerciseUnit[]; files: readonly PlanFile[] };

/** Orders and bounds the units. The order of the input does not matter. */
export function buildPlan(input: PlanInput): ExercisePlan {
  const omitted: Gap[] = [];
  const units: ExerciseUnit[] = [];
  for (const unit of [...input.units].sort(byPriority)) {
    const reason = reasonToOmit(unit, units.length);
    if (reason === undefined) units.push(boundArgs(unit));
    else omitted.push({ unit: unit.id, reason });
  }
  const files = boundFiles(input.files);
  const left = input.files.length - files.length;
  if (left > 0) omitted.push({ unit: '*', reason: `files left out of the working folder: ${left}` });
  return { digest: input.digest, units, files, omitted };
}

const LIMIT_REASONS = { tooLong: 'code longer than the sandbox accepts', tooMany: 'more units than the sandbox runs' };

/** Whether a limit excluded the unit. */
export const isLimit = (reason: string): boolean => Object.values(LIMIT_REASONS).includes(reason);

function reasonToOmit(unit: ExerciseUnit, taken: number): string | undefined {
  if (unit.language === 'other') return 'no interpreter for this language';
  if (unit.code.length > PLAN_LIMITS.unitCodeCharsMax) return LIMIT_REASONS.tooLong;
  if (taken >= PLAN_LIMITS.unitsMax) return LIMIT_REASONS.tooMany;
  return undefined;
}

function boundArgs(unit: ExerciseUnit): ExerciseUnit {
  const bound = (args: readonly string[]): string[] =>
    args.slice(0, PLAN_LIMITS.argsMax).map((arg) => arg.slice(0, PLAN_LIMITS.argCharsMax));
  const others = unit.others?.slice(0, PLAN_LIMITS.othersMax).map(bound);
  return { ...unit, args: bound(unit.args), ...(others === undefined ? {} : { others }) };
}

/** Small files first, so that one large file does not push the scripts out of the working folder. */
function boundFiles(files: readonly PlanFile[]): PlanFile[] {
  const bySize = [...files].sort((a, b) => a.bytes.length - b.bytes.length || compare(a.path, b.path));
  const kept: PlanFile[] = [];
  let total = 0;
  for (const file of bySize) {
    if (file.path.split('/').length > PLAN_LIMITS.pathPartsMax) continue;
    if (kept.length >= PLAN_LIMITS.filesMax || file.bytes.length > PLAN_LIMITS.fileBytesMax) break;
    total += file.bytes.length;
    if (total > PLAN_LIMITS.filesBytesMax) break;
    kept.push(file);
  }
  return kept.sort((a, b) => compare(a.path, b.path));
}

/** Programs before examples in documents, which can be arbitrarily many. */
const byPriority = (a: ExerciseUnit, b: ExerciseUnit): number =>
  Number(b.reachable) - Number(a.reachable) ||
  Number(a.kind === 'fence') - Number(b.kind === 'fence') ||
  compare(a.path, b.path) ||
  a.line - b.line ||
  compare(a.id, b.id);

/** By code unit: independent of platform and locale. */
export const compare = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);
