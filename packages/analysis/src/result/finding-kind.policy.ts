import type { Confidence, Discourse, FindingKind, Severity } from '../types/index.ts';

/** Text that is obeyed or executed, as opposed to a sample, a quotation or test data. */
const IN_EFFECT: ReadonlySet<Discourse> = new Set<Discourse>(['directive', 'executable', 'hidden']);

type Match = {
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
export const kindOf = ({ kind, severity, confidence, context }: Match): FindingKind =>
  kind === 'PROOF' && severity === 'CRITICAL' && confidence !== 'tentative' && IN_EFFECT.has(context)
    ? 'PROOF'
    : 'HINT';

/** A hint is never critical: a rule turns its own finding into a hint by giving it a lower severity. */
export const capHint = (kind: FindingKind, severity: Severity): Severity =>
  kind === 'HINT' && severity === 'CRITICAL' ? 'HIGH' : severity;
