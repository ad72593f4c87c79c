/** The consistency rules for a certificate's readers. */
import { RuleId } from '../ids.ts';
import type { SecurityLevel } from './common.ts';

export const UNREAD_RULE_ID = RuleId.parse('assay/instructions-unread');

type Reviewed = {
  readonly reviewers: readonly { readonly kind: string }[];
  readonly instructionsReadBy: 'MODEL' | 'PERSON' | 'NONE';
  readonly securityLevel: SecurityLevel;
  readonly retainedWarnings: readonly { readonly ruleId: string }[];
};

/** Why this payload must not be sealed; empty when its readers are stated correctly. */
export function findUnreadFaults(payload: Reviewed): string[] {
  const { reviewers, instructionsReadBy: readBy, securityLevel, retainedWarnings } = payload;
  if (readBy !== 'NONE') {
    return reviewers.some(({ kind }) => kind === readBy)
      ? []
      : [`no reviewer is a ${readBy}, who is said to have read`];
  }
  const faults: string[] = [];
  if (securityLevel === 'CLEAR') faults.push('unread instructions cannot be CLEAR');
  if (!retainedWarnings.some(({ ruleId }) => ruleId === UNREAD_RULE_ID)) {
    faults.push('a warning must say that the instructions are unread');
  }
  return faults;
}
