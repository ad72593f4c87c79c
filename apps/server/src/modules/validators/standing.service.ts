import { findSuspension, isRight, toAccuracy } from '@assay/economy/council';
import type { Track, ValidatorState } from '@assay/protocol';
import type { ObservationRow, ObservedGroup, RecordStore } from './records.store.ts';
import type { ValidatorEvents } from './validators.events.ts';
import type { StakedRow, ValidatorRow } from './validators.store.ts';
import type { ValidatorTransaction } from './validators.transaction.ts';

/** A validator's ground-truth record on one track. */
export type Reputation = {
  readonly track: Track;
  readonly accuracy: number;
  readonly cases: number;
  readonly right: number;
};
type Deps = { readonly events: ValidatorEvents; readonly clock: { now(): Date } };

/** The standing of validators, from observations and their remaining stake. */
export function createStanding({ events, clock }: Deps) {
  /** Reputation of each validator on each of its tracks. Without observations, the initial value. */
  async function reputations(
    records: RecordStore,
    of: readonly Pick<ValidatorRow, 'id' | 'tracks'>[],
  ): Promise<Map<string, Reputation[]>> {
    const observed = await records.observed(
      of.map(({ id }) => id),
      clock.now(),
    );
    const groups = Map.groupBy(observed, ({ validatorId, track }) => `${validatorId} ${track}`);
    return new Map(
      of.map(({ id, tracks }) => [id, tracks.map((track) => toReputation(track, groups.get(`${id} ${track}`) ?? []))]),
    );
  }

  /** Records a ground-truth fact. A validator whose record is no longer sufficient is suspended. */
  async function observeIn(tx: ValidatorTransaction, fact: Omit<ObservationRow, 'observedAt'>): Promise<void> {
    const isNew = await tx.records.addObservation({ ...fact, observedAt: clock.now() });
    if (isNew) await reviewIn(tx, fact.validatorId);
  }

  /** Built-ins are only measured, because without them no validator might be left. */
  async function reviewIn(tx: ValidatorTransaction, validatorId: string): Promise<void> {
    const validator = await tx.validators.find(validatorId);
    if (validator === undefined || validator.builtIn || validator.state !== 'ACTIVE') return;
    const known = (await reputations(tx.records, [validator])).get(validatorId) ?? [];
    if (known.some((reputation) => isUnfit(validator, reputation))) await moveIn(tx, validator, 'SUSPENDED');
  }

  /** Suspends regardless of the record. */
  async function suspendIn(tx: ValidatorTransaction, validatorId: string): Promise<void> {
    const validator = await tx.validators.find(validatorId);
    if (validator === undefined || validator.builtIn || validator.state !== 'ACTIVE') return;
    await moveIn(tx, validator, 'SUSPENDED');
  }

  /** Every change of state is a public event. A suspension invalidates all earlier calibrations. */
  async function moveIn(
    tx: ValidatorTransaction,
    { id, actorId, state: from }: Pick<ValidatorRow, 'id' | 'actorId' | 'state'>,
    to: ValidatorState,
    change: Partial<Pick<ValidatorRow, 'unbondingUntil' | 'measuredSince'>> = {},
  ): Promise<void> {
    const lapse = to === 'SUSPENDED' ? { calibrationsLapsedAt: clock.now() } : {};
    await tx.validators.change(id, { ...change, ...lapse, state: to });
    await events.stateChangedIn(tx, { id, actorId }, from, to);
  }

  return { reputations, observeIn, reviewIn, suspendIn, moveIn };
}
export type Standing = ReturnType<typeof createStanding>;

const isUnfit = ({ stake: stakeMinor, entryStake: entryStakeMinor }: StakedRow, { accuracy, cases }: Reputation) =>
  findSuspension({ accuracy, observations: cases, stakeMinor, entryStakeMinor }) !== undefined;

function toReputation(track: Track, observed: readonly ObservedGroup[]): Reputation {
  const count = (groups: readonly ObservedGroup[]) => groups.reduce((sum, group) => sum + group.count, 0);
  const right = count(observed.filter(({ kind }) => isRight(kind)));
  return { track, accuracy: toAccuracy(observed), cases: count(observed), right };
}
