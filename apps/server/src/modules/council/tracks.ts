import { TRACKS_OF, type Track } from '@assay/protocol';
import type { CouncilTransaction } from './council.transaction.ts';

/** The tracks that a validator of a submission needs. */
export async function tracksIn(
  tx: Pick<CouncilTransaction, 'submissions'>,
  id: string,
): Promise<readonly [Track, ...Track[]]> {
  const found = await tx.submissions.find(id);
  if (found === undefined) throw new Error(`Submission ${id} not found`);
  return TRACKS_OF[found.submission.productType];
}
