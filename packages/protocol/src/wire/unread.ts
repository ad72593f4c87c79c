/** The warning for unread instructions. */
import { FindingId } from '../ids.ts';
import type { SecurityLevel } from './common.ts';
import type { Finding, InstructionsReadBy, Reviewer } from './sealed.ts';
import { UNREAD_RULE_ID } from './unread-rule.ts';

/** States a fact about the review, not a finding in the bytes. */
const UNREAD_FINDING_ID = FindingId.parse('756e726561642d696e737472756374ff');

export const unreadWarning = (): Finding => ({
  id: UNREAD_FINDING_ID,
  ruleId: UNREAD_RULE_ID,
  title: 'The instructions are unread',
  category: 'REVIEW',
  severity: 'LOW',
  confidence: 'HIGH',
  path: null,
  startLine: null,
  endLine: null,
  snippet: null,
  message:
    'Only the engine has checked this product. Neither a model nor a person has read its instructions, ' +
    'so harmful instructions in plain sentences may have been missed.',
  remediation: 'Read the instructions before you follow them, or request a review from a service with a reader.',
  reproduced: false,
  reportedBy: 'council',
});

/** Without a reader the best level is LOW. Worse levels stay. */
export const levelAsRead = (level: SecurityLevel, readBy: InstructionsReadBy): SecurityLevel =>
  readBy === 'NONE' && level === 'CLEAR' ? 'LOW' : level;

/** Appends the warning once, after the findings. `max` limits all of them together. */
export function warningsAsRead(warnings: readonly Finding[], readBy: InstructionsReadBy, max: number): Finding[] {
  const found = warnings.filter(({ ruleId }) => ruleId !== UNREAD_RULE_ID);
  return readBy === 'NONE' ? [...found.slice(0, max - 1), unreadWarning()] : found.slice(0, max);
}

/** A model that this service runs, or a person. A remote seat's own declaration is not enough. */
export function readerOf(reviewers: readonly Reviewer[]): InstructionsReadBy {
  const has = (kind: Reviewer['kind']): boolean => reviewers.some((reviewer) => reviewer.kind === kind);
  if (has('MODEL')) return 'MODEL';
  return has('PERSON') ? 'PERSON' : 'NONE';
}
