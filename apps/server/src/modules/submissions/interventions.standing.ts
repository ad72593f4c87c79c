import type { QueueStore } from '../support/index.ts';
import type { InterventionStore } from './interventions.store.ts';
import type { InterventionsOf } from './submissions.answer.ts';

type Deps = {
  readonly store: Pick<InterventionStore, 'list'>;
  readonly queue: Pick<QueueStore, 'countBefore'>;
};

/** The state of each request for a person, by submission. */
export function createInterventionStanding({ store, queue }: Deps): InterventionsOf {
  return async (submissionIds) => {
    const rows = await store.list(submissionIds);
    const answers = rows.map(async ({ submissionId, state, reason, requestedAt }) => {
      const before = state === 'REQUESTED' ? await queue.countBefore('INTERVENTION', submissionId) : undefined;
      const answer = { state, reason, requestedAt: requestedAt.toISOString(), waitingBefore: before ?? null };
      return [submissionId, answer] as const;
    });
    return new Map(await Promise.all(answers));
  };
}
