import { Buffer } from 'node:buffer';
import {
  CANARY_NAMES,
  type DataTag,
  ENCODINGS,
  type Gap,
  OBSERVATION_KINDS,
  type Observation,
  PRINTED_LIMITS,
  VARIANTS,
} from '@assay/analysis/runs/observation';
import type { ExercisePlan } from '@assay/analysis/runs/plan';
import { parseMade } from '@assay/analysis/runs/run-text';
import { RECORD_LIMITS } from '../world/recorder.ts';
import type { UnitResult } from './exercise.ts';

/** Passed to a spare process, which can start its engines before the plan arrives. */
export const WARM_FLAG = '--warm';

export const encodeLine = (message: UnitResult | { done: true }): string => `${JSON.stringify(message)}\n`;

/** A plan for the sandbox process, with the maximum time per unit. */
type Errand = { plan: ExercisePlan; unitWallMs: number };

/** The parent created this value, so the child does not validate it. */
export function encodeErrand({ plan, unitWallMs }: Errand): string {
  const files = plan.files.map(({ path, bytes }) => ({ path, bytes: Buffer.from(bytes).toString('base64') }));
  return JSON.stringify({ plan: { ...plan, files }, unitWallMs });
}

export function decodeErrand(text: string): Errand {
  const { plan, unitWallMs }: Wired = JSON.parse(text);
  const files = plan.files.map(({ path, bytes }) => ({ path, bytes: Buffer.from(bytes, 'base64') }));
  return { plan: { ...plan, files }, unitWallMs };
}
type Wired = {
  plan: Omit<ExercisePlan, 'files'> & { files: { path: string; bytes: string }[] };
  unitWallMs: number;
};

const FLAG_TAGS = new Set<string>(
  'auth background bulk-env decoded downloaded emulated missing outside-work second-stage shell upload'.split(' '),
);
const VALUE_TAGS = new Set<string>([
  ...CANARY_NAMES.map((name) => `canary:${name}`),
  ...ENCODINGS.map((name) => `via:${name}`),
]);
const TAG_CHARS_MAX = 80;

/** The child cannot start or end processes itself. */
type PythonWish = { python: 'start' | 'end' };

/**
 * Parses one line of the child's output. The child handled hostile code, so its output is untrusted: anything except an
 * exact result is rejected.
 */
export function parseLine(line: string): UnitResult | { done: true } | PythonWish | undefined {
  const value = parseJson(line);
  if (!isRecord(value)) return undefined;
  if (value.done === true) return { done: true };
  if (value.python === 'start' || value.python === 'end') return { python: value.python };
  const { unit, isExercised, gaps, observations, printed } = value;
  const made = parseMade(value.made);
  if (
    typeof unit !== 'string' ||
    typeof isExercised !== 'boolean' ||
    !Array.isArray(gaps) ||
    !Array.isArray(observations) ||
    !arePrinted(printed) ||
    made === undefined
  )
    return undefined;
  const parsedGaps = gaps.map((gap) => parseGap(gap, unit));
  const parsedActs = observations.map((act) => parseObservation(act, unit));
  if (parsedGaps.includes(undefined) || parsedActs.includes(undefined)) return undefined;
  const isPresent = <T>(item: T | undefined): item is T => item !== undefined;
  return {
    unit,
    isExercised,
    gaps: parsedGaps.filter(isPresent),
    observations: parsedActs.filter(isPresent),
    printed,
    made,
  };
}

function parseGap(value: unknown, unit: string): Gap | undefined {
  if (!isRecord(value) || value.unit !== unit || !isShortText(value.reason)) return undefined;
  return { unit, reason: value.reason };
}

function parseObservation(value: unknown, unit: string): Observation | undefined {
  if (!isRecord(value) || value.unit !== unit || !isShortText(value.target)) return undefined;
  const kind = OBSERVATION_KINDS.find((name) => name === value.kind);
  const basis = value.basis === 'run' || value.basis === 'inferred' ? value.basis : undefined;
  const { step, data, onlyIn } = value;
  if (kind === undefined || basis === undefined || !Number.isSafeInteger(step) || typeof step !== 'number')
    return undefined;
  if (!Array.isArray(data) || !data.every(isTag)) return undefined;
  const act: Observation = { unit, kind, target: value.target, data, step, basis };
  if (onlyIn === undefined) return act;
  if (!Array.isArray(onlyIn)) return undefined;
  return { ...act, onlyIn: VARIANTS.filter((name) => onlyIn.includes(name)) };
}

const isTag = (value: unknown): value is DataTag =>
  typeof value === 'string' &&
  value.length <= TAG_CHARS_MAX &&
  (FLAG_TAGS.has(value) || VALUE_TAGS.has(value) || /^env:[A-Z0-9_]+$/.test(value));
const isShortText = (value: unknown): value is string =>
  typeof value === 'string' && value.length <= RECORD_LIMITS.targetCharsMax + 40;
const arePrinted = (value: unknown): value is string[] =>
  Array.isArray(value) &&
  value.length <= PRINTED_LIMITS.texts &&
  value.every((text) => typeof text === 'string' && text.length <= PRINTED_LIMITS.chars);
const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

function parseJson(line: string): unknown {
  try {
    return JSON.parse(line);
  } catch {
    return undefined;
  }
}
