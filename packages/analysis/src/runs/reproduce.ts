import { isCanaryEgress, isEgress } from './fold.ts';
import type { Observation } from './observation.ts';
import type { ExerciseUnit } from './plan.ts';

/** The part of a finding that reproduction reads and raises. */
type ReproducibleFinding = {
  ruleId: string;
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

const leavesWithSecret = (act: Observation, hosts: ReadonlySet<string>): boolean => isCanaryEgress(act, hosts);
const runsForeignCode = (act: Observation): boolean => act.kind === 'exec' && act.data.includes('second-stage');

/** What must have been seen for a rule's claim to count as reproduced. */
const PROOFS: { rules: RegExp; isProof(act: Observation, hosts: ReadonlySet<string>): boolean }[] = [
  { rules: /^(?:EXF-0[1-9]|EXF-1[02]|CRD-0[1237]|COR-0[23])$/, isProof: leavesWithSecret },
  { rules: /^(?:EXE-0[12]|HID-(?:05|09|10)|COR-0[149]|SUP-(?:01|09|12))$/, isProof: runsForeignCode },
  { rules: /^EXE-(?:03|12)$/, isProof: (act) => act.data.includes('shell') },
  { rules: /^(?:PER-(?:0[1-7])|COR-0[56])$/, isProof: (act) => act.kind === 'persist' },
  { rules: /^PRV-(?:01|09)$/, isProof: (act) => act.kind === 'delete' && act.data.includes('outside-work') },
  {
    rules: /^PI-11$/,
    isProof: (act) => isGated(act) && (isEgress(act) || act.kind === 'exec' || act.kind === 'persist'),
  },
];

/** Seen in some environments only, platform aside: installers differ by platform for good reason. */
export const isGated = (act: Observation): boolean =>
  act.onlyIn !== undefined && !(act.onlyIn.length === 1 && act.onlyIn[0] === 'platform') && !isAllButPlatform(act);
const isAllButPlatform = (act: Observation): boolean => act.onlyIn?.length === 4 && !act.onlyIn.includes('platform');

/**
 * Marks the findings whose claim was seen to happen when their code ran. What was only inferred from the syntax
 * tree proves nothing the static rules did not know, so it marks nothing. Never lowers or drops a finding.
 */
export function reproduce<F extends ReproducibleFinding>(input: ReproduceInput<F>): (F | Raised<F>)[] {
  const acts = input.observations.filter((act) => act.basis === 'run');
  return input.findings.map((finding) => {
    const proof = PROOFS.find(({ rules }) => rules.test(finding.ruleId));
    if (proof === undefined) return finding;
    const units = input.units.filter((unit) => [finding, ...finding.related].some((place) => covers(unit, place)));
    const ids = new Set(units.map((unit) => unit.id));
    const isSeen = acts.some((act) => ids.has(act.unit) && proof.isProof(act, input.declaredHosts));
    return isSeen ? { ...finding, basis: 'reproduced', confidence: 'certain' } : finding;
  });
}

function covers(unit: Pick<ExerciseUnit, 'path' | 'line' | 'code' | 'kind'>, { file, range }: Place): boolean {
  if (unit.path !== file) return false;
  if (unit.kind === 'script') return true;
  const lastLine = unit.line + unit.code.split('\n').length - 1;
  return range.startLine <= lastLine && range.endLine >= unit.line;
}
