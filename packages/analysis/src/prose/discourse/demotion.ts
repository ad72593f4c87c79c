import type { Discourse, DiscourseReading, Severity, SignalFamily } from '../../types/index.ts';

/** What a span is, why, and what it counts as when the evidence does not suffice to set a finding aside. */
export type Reading = DiscourseReading & { readonly live: Discourse };

const DEMOTABLE: ReadonlySet<Discourse> = new Set(['quoted', 'prohibited', 'fixture']);

const FAMILIES_NEEDED: Readonly<Record<Severity, number>> = { INFO: 1, LOW: 1, MEDIUM: 1, HIGH: 2, CRITICAL: 2 };

/** Two independent families of evidence set aside a HIGH or CRITICAL finding, one a lesser. */
export function isDemotable(reading: DiscourseReading, severity: Severity): boolean {
  if (!DEMOTABLE.has(reading.context)) return false;
  const families = new Set<SignalFamily>(reading.signals.map((signal) => signal.family));
  return families.size >= FAMILIES_NEEDED[severity];
}

/**
 * The class a finding of this severity reports: the demotable one when it may be demoted or at least two signals
 * speak for it, the live one otherwise. A pair of quotation marks alone excuses nothing.
 */
export function settledContext(reading: Reading, severity: Severity): Discourse {
  if (!DEMOTABLE.has(reading.context) || isDemotable(reading, severity)) return reading.context;
  const own = new Set(reading.signals.map(({ name }) => name));
  return own.size >= SIGNALS_NEEDED ? reading.context : reading.live;
}

const SIGNALS_NEEDED = 2;
