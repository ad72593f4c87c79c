import type { AbuseDecision } from '@assay/protocol';
import { ABUSE_TIMES, losingSide, type Side } from './abuse.policy.ts';
import type { ReportRow } from './abuse.store.ts';

export type Outcome =
  | { readonly about: 'report'; readonly decision: AbuseDecision; readonly reason: string }
  | { readonly about: 'appeal'; readonly decision: NonNullable<ReportRow['appealDecision']>; readonly reason: string };

/** The page on which a side reads the decision and appeals. A reporter needs the receipt there. */
const PAGES: Readonly<Record<Side, string>> = { OWNER: '/account/flags', REPORTER: '/report' };

export const reportedMail = (
  { category, certificateId, description, dueAt }: ReportRow,
  portalUrl: string,
): string[] => [
  `A report (${category}) was filed about your certificate ${certificateId}.`,
  description,
  `Answer within 7 days with a support ticket: ${portalUrl}/account/tickets. The decision is due by ${dueAt.toISOString().slice(0, 10)}.`,
];

export const decidedMail = ({ id }: ReportRow, outcome: Outcome, to: Side, portalUrl: string): string[] => [
  `Decision about ${outcome.about === 'appeal' ? 'the appeal of ' : ''}report ${id}: ${outcome.decision}.`,
  outcome.reason,
  `${toNextStep(outcome, to)} ${portalUrl}${PAGES[to]}`,
];

function toNextStep(outcome: Outcome, to: Side): string {
  if (outcome.about === 'appeal') return 'This decision is final.';
  return losingSide(outcome.decision) === to
    ? `You can appeal once within ${ABUSE_TIMES.appealDays} days:`
    : `The other side can appeal within ${ABUSE_TIMES.appealDays} days.`;
}
