import type { EngineReport } from '@assay/protocol';
import { abstentionsOf } from './unread.policy.ts';

const REASONS: Readonly<Record<string, string>> = {
  'nothing-to-review': 'there is nothing in it that can be reviewed',
  'unread-content': 'content that is run or followed could not be read',
  'reader-failed': 'too few readers answered',
  'readers-disagree': 'the readers disagree',
  'not-shown-to-reader': 'a part exceeds the reading limit',
};

/** The explanation for the operator who decides instead of the council. */
export function explainUndecided(report: Pick<EngineReport, 'undecided' | 'reading'>): string {
  const reasons = report.undecided.map(({ reason }) => REASONS[reason] ?? reason);
  return `The review is undecided (${[...reasons, ...abstentionsOf(report)].join('; ')}): a person decides.`;
}
