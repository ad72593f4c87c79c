import type { InterventionStore } from './interventions.store.ts';
import type { InterventionsOf } from './submissions.answer.ts';

type Deps = {
  readonly store: Pick<InterventionStore, 'list'>;
  /** How many wait before this request; `undefined` when it no longer waits. */
  readonly countBefore: (submissionId: string) => Promise<number | undefined>;
};

/** Where each request for a person stands, by its submission. */
export function createInterventionStanding({ store, countBefore }: Deps): InterventionsOf {
  return async (submissionIds) => {
    const rows = await store.list(submissionIds);
    const answers = rows.map(async ({ submissionId, state, reason, requestedAt }) => {
      const before = state === 'REQUESTED' ? await countBefore(submissionId) : undefined;
      const answer = { state, reason, requestedAt: requestedAt.toISOString(), waitingBefore: before ?? null };
      return [submissionId, answer] as const;
    });
    return new Map(await Promise.all(answers));
  };
}
