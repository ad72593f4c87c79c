import type { Submission } from '@assay/protocol';
import type { z } from 'zod';
import type { InterventionStore } from './interventions.store.ts';

export type InterventionAnswer = NonNullable<z.input<typeof Submission>['humanIntervention']>;
type Deps = {
  readonly store: Pick<InterventionStore, 'list'>;
  /** How many wait before this request; `undefined` when it no longer waits. */
  readonly countBefore: (submissionId: string) => Promise<number | undefined>;
};

/** Where each request for a person stands, by its submission. */
export function createInterventionStanding({ store, countBefore }: Deps) {
  return async function standingOf(submissionIds: readonly string[]): Promise<ReadonlyMap<string, InterventionAnswer>> {
    const rows = await store.list(submissionIds);
    const answers = rows.map(async ({ submissionId, state, reason, requestedAt }) => {
      const before = state === 'REQUESTED' ? await countBefore(submissionId) : undefined;
      const answer = { state, reason, requestedAt: requestedAt.toISOString(), waitingBefore: before ?? null };
      return [submissionId, answer] as const;
    });
    return new Map(await Promise.all(answers));
  };
}
export type InterventionStanding = ReturnType<typeof createInterventionStanding>;
