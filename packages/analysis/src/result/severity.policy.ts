import {
  type Confidence,
  type Discourse,
  type FindingKind,
  type Modifier,
  SEVERITIES,
  type Severity,
} from '../types/index.ts';

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
 * live text.
 */
export const kindOf = ({ kind, severity, confidence, context }: Claim): FindingKind =>
  kind === 'PROOF' && severity === 'CRITICAL' && confidence !== 'tentative' && LIVE.has(context) ? 'PROOF' : 'HINT';

/** A hint is never critical: a rule turns its own finding into a hint by giving it a lower severity. */
export const capHint = (kind: FindingKind, severity: Severity): Severity =>
  kind === 'HINT' && severity === 'CRITICAL' ? 'HIGH' : severity;

type Weighed = Omit<Claim, 'kind'> & { readonly modifiers: readonly Modifier[] };

/** Modifiers move a finding by one step in total; hidden text raises, samples lower, tentative caps at medium. */
export function decideSeverity({ severity, confidence, context, modifiers }: Weighed): Severity {
  const raises = modifiers.some((modifier) => modifier.startsWith('+')) || context === 'hidden';
  const lowers = modifiers.some((modifier) => modifier.startsWith('-')) || context === 'reference';
  const moved = step(severity, (raises ? 1 : 0) - (lowers ? 1 : 0));
  return confidence === 'tentative' && isAtLeast(moved, 'HIGH') ? 'MEDIUM' : moved;
}
