import { isAtLeast } from '@assay/analysis/result/severity.policy';
import type { Report } from '@assay/analysis/types';
import type { Reading } from '@assay/analysis/types/reading';
import { combineReadings } from './answer/combine.ts';
import type { PlannedPass, ReadingPlan } from './request/plan.ts';

/** Every product is read in this many passes. Further passes run only in case of doubt. */
const FIRST_PASSES = 2;

/**
 * Whether the readings are sufficient. Two that refuse on the same words are, because no later reading removes a
 * refusal. Two that pass are, if neither has a remark and the engine has no finding of HIGH or above.
 */
export function isDecided(readings: readonly Reading[], { findings }: Pick<Report, 'findings'>): boolean {
  const { isRead, agreed } = combineReadings(readings);
  if (agreed.length > 0) return true;
  const isPointedAt = findings.some(({ severity, basis }) => basis !== 'model' && isAtLeast(severity, 'HIGH'));
  return isRead && !isPointedAt && readings.every(isPlainPass);
}

const isPlainPass = ({ outcome, findings, attempts, notRead }: Reading): boolean =>
  outcome === 'PASS' &&
  findings.length === 0 &&
  attempts.length === 0 &&
  notRead.every(({ reason }) => reason !== 'needed');

/**
 * Runs two passes of the first model. If they do not decide, it runs that model's remaining passes and two passes of
 * every other model. Independent passes run in parallel. Each model limits its own concurrency.
 */
export async function readInTurn<M>(
  plan: ReadingPlan,
  models: readonly M[],
  report: Pick<Report, 'findings'>,
  ask: (model: M, planned: PlannedPass) => Promise<Reading>,
): Promise<Reading[]> {
  const [first, ...others] = models;
  if (first === undefined) return [];
  const opening = plan.passes.slice(0, FIRST_PASSES);
  const readings = await Promise.all(opening.map((planned) => ask(first, planned)));
  if (isDecided(readings, report)) return readings;
  const further = await Promise.all([
    ...plan.passes.slice(FIRST_PASSES).map((planned) => ask(first, planned)),
    ...others.flatMap((model) => opening.map((planned) => ask(model, planned))),
  ]);
  return [...readings, ...further];
}
