import type { AbuseDecision } from '@assay/protocol';

export type Side = 'OWNER' | 'REPORTER';
type Decided = {
  readonly decision: AbuseDecision | null;
  readonly decidedAt: Date | null;
  readonly appealedBy: Side | null;
};

const DAY_MS = 86_400_000;
export const ABUSE_TIMES = { decideDays: 14, harmDays: 2, appealDays: 14, appealDecideDays: 14 } as const;

/** These categories do harm until the decision. The violation of a right can be remedied later. */
const URGENT: ReadonlySet<string> = new Set(['MALWARE', 'PERSONAL_DATA', 'ILLEGAL']);

export const isUrgent = (category: string): boolean => URGENT.has(category);

export const daysAfter = (at: Date, days: number): Date => new Date(at.getTime() + days * DAY_MS);

export const losingSide = (decision: AbuseDecision): Side => (decision === 'DISMISS' ? 'REPORTER' : 'OWNER');

/** A decision can be appealed once, within `appealDays`, by the side that it goes against. */
export function mayAppeal({ decision, decidedAt, appealedBy }: Decided, by: Side, now: Date): boolean {
  if (decision === null || decidedAt === null || appealedBy !== null) return false;
  return by === losingSide(decision) && now <= daysAfter(decidedAt, ABUSE_TIMES.appealDays);
}
