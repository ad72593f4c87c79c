import { type Brief, toBrief } from '../seats/index.ts';
import type { SubmissionStore } from '../submissions/index.ts';
import { unpackReport } from './reports.ts';
import type { RoundRow, RoundStore } from './rounds.store.ts';

type Stores = {
  readonly rounds: Pick<RoundStore, 'find' | 'findReport'>;
  readonly submissions: Pick<SubmissionStore, 'find'>;
};

/** The brief for the seats of a round. It contains neither the submitter nor the submitted name. */
export function createBriefs(stores: Stores) {
  async function ofIn({ rounds, submissions }: Stores, round: Pick<RoundRow, 'id' | 'submissionId'>): Promise<Brief> {
    const stored = await rounds.findReport(round.id);
    const found = await submissions.find(round.submissionId);
    if (stored === undefined) throw new Error(`Round ${round.id} has seats before the engine has reported`);
    if (found === undefined) throw new Error(`Submission ${round.submissionId} not found`);
    const report = unpackReport(stored);
    return toBrief({ input: found.input, report, observed: report.observedManifest });
  }

  return {
    ofIn,
    /** By round id. `undefined` for the id of a case, which is not a round. */
    async of(roundId: string): Promise<Brief | undefined> {
      const round = await stores.rounds.find(roundId);
      return round === undefined ? undefined : ofIn(stores, round);
    },
  };
}
export type Briefs = ReturnType<typeof createBriefs>;
