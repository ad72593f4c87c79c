import type { EndedReview } from '../submissions/index.ts';
import type { CouncilEvent } from './council.published.ts';
import type { RoundRow } from './rounds.store.ts';

export const toRoundOver = (
  { id, submissionId, type, startedAt }: RoundRow,
  end: EndedReview['end'],
  reason: string | null,
): CouncilEvent => ({
  type: 'round.over',
  roundId: id,
  submissionId,
  isReAudit: type === 'RE_AUDIT',
  startedAt,
  end,
  reason,
});
