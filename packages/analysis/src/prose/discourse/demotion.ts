import type { Discourse, DiscourseReading, Severity, SignalFamily } from '../../types/index.ts';

/**
 * The class of a span, its evidence, and the class that applies when the evidence does not suffice to demote a finding.
 */
export type Reading = DiscourseReading & { readonly live: Discourse };

const DEMOTABLE: ReadonlySet<Discourse> = new Set(['quoted', 'prohibited', 'fixture']);

const FAMILIES_NEEDED: Readonly<Record<Severity, number>> = { INFO: 1, LOW: 1, MEDIUM: 1, HIGH: 2, CRITICAL: 2 };

/** A HIGH or CRITICAL finding is demoted by two independent families of evidence, a lesser one by one. */
export function isDemotable(reading: DiscourseReading, severity: Severity): boolean {
  if (!DEMOTABLE.has(reading.context)) return false;
  const families = new Set<SignalFamily>(reading.signals.map((signal) => signal.family));
  return families.size >= FAMILIES_NEEDED[severity];
}

/**
 * The class that a finding of this severity reports: the demotable class if it may be demoted or has at least two
 * signals, the live class otherwise. A pair of quotation marks alone is not sufficient.
 */
export function settledContext(reading: Reading, severity: Severity): Discourse {
  if (!DEMOTABLE.has(reading.context) || isDemotable(reading, severity)) return reading.context;
  const own = new Set(reading.signals.map(({ name }) => name));
  return own.size >= SIGNALS_NEEDED ? reading.context : reading.live;
}

const SIGNALS_NEEDED = 2;
