import type { Reproduction } from '../types/rule.ts';
import { isCanaryEgress } from './fold.ts';
import type { Observation } from './observation.ts';
import type { ExerciseUnit } from './plan.ts';

/** The fields of a finding that reproduction reads and raises. */
type ReproducibleFinding = {
  reproducedBy: Reproduction | undefined;
  file: string;
  range: { startLine: number; endLine: number };
  related: readonly { file: string; range: { startLine: number; endLine: number } }[];
  basis: string;
  confidence: string;
};
type Place = { file: string; range: { startLine: number; endLine: number } };

type ReproduceInput<F extends ReproducibleFinding> = {
  findings: readonly F[];
  units: readonly Pick<ExerciseUnit, 'id' | 'path' | 'line' | 'code' | 'kind'>[];
  observations: readonly Observation[];
  declaredHosts: ReadonlySet<string>;
};
type Raised<F> = Omit<F, 'basis' | 'confidence'> & { basis: 'reproduced'; confidence: 'certain' };

/** The observation that reproduces a rule's claim. */
const SEEN: Readonly<Record<Reproduction, (act: Observation, hosts: ReadonlySet<string>) => boolean>> = {
  'secret-left': isCanaryEgress,
  'foreign-code': (act) => act.kind === 'exec' && act.data.includes('second-stage'),
  shell: (act) => act.data.includes('shell'),
  persisted: (act) => act.kind === 'persist',
  deleted: (act) => act.kind === 'delete' && act.data.includes('outside-work'),
};

/**
 * Marks the findings whose claim was observed when their code ran. An act that was only inferred from the syntax tree
 * adds nothing to the static rules, so it marks nothing. Never lowers or drops a finding.
 */
export function reproduce<F extends ReproducibleFinding>(input: ReproduceInput<F>): (F | Raised<F>)[] {
  const acts = input.observations.filter((act) => act.basis === 'run');
  return input.findings.map((finding) => {
    const isWanted = finding.reproducedBy === undefined ? undefined : SEEN[finding.reproducedBy];
    if (isWanted === undefined) return finding;
    const units = input.units.filter((unit) => [finding, ...finding.related].some((place) => covers(unit, place)));
    const ids = new Set(units.map((unit) => unit.id));
    const isSeen = acts.some((act) => ids.has(act.unit) && isWanted(act, input.declaredHosts));
    return isSeen ? { ...finding, basis: 'reproduced', confidence: 'certain' } : finding;
  });
}

function covers(unit: Pick<ExerciseUnit, 'path' | 'line' | 'code' | 'kind'>, { file, range }: Place): boolean {
  if (unit.path !== file) return false;
  if (unit.kind === 'script') return true;
  const lastLine = unit.line + unit.code.split('\n').length - 1;
  return range.startLine <= lastLine && range.endLine >= unit.line;
}
