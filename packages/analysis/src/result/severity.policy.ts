import { type Confidence, type Discourse, type FindingKind, SEVERITIES, type Severity } from '../types/index.ts';

export const rankOf = (severity: Severity): number => SEVERITIES.indexOf(severity);

export const isAtLeast = (severity: Severity, floor: Severity): boolean => rankOf(severity) >= rankOf(floor);

const step = (severity: Severity, by: number): Severity =>
  SEVERITIES[Math.min(Math.max(rankOf(severity) + by, 0), SEVERITIES.length - 1)] ?? severity;

/** Text that is obeyed or executed, as opposed to a sample, a quotation or test data. */
const LIVE: ReadonlySet<Discourse> = new Set<Discourse>(['directive', 'executable', 'hidden']);

type Claim = {
  /** Kind of the rule. */
  readonly kind: FindingKind;
  readonly severity: Severity;
  readonly confidence: Confidence;
  readonly context: Discourse;
};

/**
 * The only place that decides whether a finding is a proof: a critical, sufficiently certain match of a proving rule in
 * text that is an instruction, executable or hidden.
 */
export const kindOf = ({ kind, severity, confidence, context }: Claim): FindingKind =>
  kind === 'PROOF' && severity === 'CRITICAL' && confidence !== 'tentative' && LIVE.has(context) ? 'PROOF' : 'HINT';

/** A hint is never critical: a rule turns its own finding into a hint by giving it a lower severity. */
export const capHint = (kind: FindingKind, severity: Severity): Severity =>
  kind === 'HINT' && severity === 'CRITICAL' ? 'HIGH' : severity;

/** The context moves a finding by one step: hidden text raises, samples lower. Tentative caps at medium. */
export function decideSeverity({ severity, confidence, context }: Omit<Claim, 'kind'>): Severity {
  const moved = step(severity, context === 'hidden' ? 1 : context === 'reference' ? -1 : 0);
  return confidence === 'tentative' && isAtLeast(moved, 'HIGH') ? 'MEDIUM' : moved;
}
