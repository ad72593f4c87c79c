import { WHOLE_BP } from '@assay/economy/council';
import { ActorId, Problem, type Validator } from '@assay/protocol';
import type { z } from 'zod';
import type { CalibrationRow } from './calibrations.store.ts';
import type { SlashRow } from './records.store.ts';
import type { Reputation, Standing } from './standing.service.ts';
import type { ValidatorTransaction } from './validators.transaction.ts';

export type OwnAnswer = z.input<typeof Validator>;
type Deps = { readonly stores: ValidatorTransaction; readonly standing: Pick<Standing, 'reputations'> };

/** A validator in the view of its own actor. */
export function createOwnValidators({ stores, standing }: Deps) {
  const { validators, records, calibrations } = stores;
  return {
    async read(actorId: string): Promise<OwnAnswer> {
      const row = await validators.findByActor(actorId);
      if (row === undefined) throw new Problem('validator_not_found');
      const { id, state, mode, family, tracks, stake, unbondingUntil, since } = row;
      const { earned, vesting } = await records.earningsOf(id);
      return {
        id,
        actorId: ActorId.parse(row.actorId),
        state,
        mode,
        family,
        tracks,
        stake: stake.toString(),
        calibration: toLatest(await calibrations.listOf(id)),
        reputation: ((await standing.reputations(records, [row])).get(id) ?? []).map(toWireReputation),
        earnings: { paid: (earned - vesting).toString(), vesting: vesting.toString() },
        slashes: (await records.slashesOf(id)).map(toWireSlash),
        unbondingUntil: unbondingUntil?.toISOString() ?? null,
        since: since.toISOString(),
      };
    },
  };
}
export type OwnValidators = ReturnType<typeof createOwnValidators>;

export const toWireReputation = ({ track, accuracy, cases }: Reputation) => ({
  track,
  scoreBp: cases === 0 ? null : Math.round(accuracy * WHOLE_BP),
  cases,
});

const toWireSlash = ({ slashedAt, bp, amount, code, certificateId }: SlashRow) => ({
  at: slashedAt.toISOString(),
  bp,
  amount: amount.toString(),
  reason: code,
  certificateId,
});

/** The latest attempt of each track, which comes first. */
function toLatest(attempts: readonly CalibrationRow[]): OwnAnswer['calibration'] {
  const byTrack = Map.groupBy(attempts, ({ track }) => track);
  return [...byTrack.values()].flatMap(([latest]) =>
    latest === undefined ? [] : [{ track: latest.track, state: latest.state, correct: latest.correct, of: latest.of }],
  );
}
