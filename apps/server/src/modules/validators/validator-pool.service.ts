import { COUNCIL, type Candidate as Drawable, type SlashingCode, toSeatFee, toWeight } from '@assay/economy/council';
import type { Track } from '@assay/protocol';
import { escrowOf, type MarkBooks, type PurseTransaction } from '../purse/index.ts';
import { type Tie, tiedClusters, toClusters } from './clusters.policy.ts';
import { findDistinctFamilies } from './family-differences.ts';
import type { SettledRound, Settlements } from './settlement.service.ts';
import type { ConfirmedFlag, Slashing } from './slashing.service.ts';
import type { Standing } from './standing.service.ts';
import type { ValidatorTransaction } from './validators.transaction.ts';
import type { WorldStandings } from './world-standings.ts';

type Deps = {
  readonly standing: Pick<Standing, 'reputations'>;
  readonly slashing: Slashing;
  readonly settlements: Pick<Settlements, 'settleIn'>;
  readonly books: Pick<MarkBooks, 'balanceOf'>;
  readonly looks: Pick<WorldStandings, 'tiesOf'>;
  readonly clock: { now(): Date };
};
type Question = {
  /** All of them are required. Accuracy is measured on the first. */
  readonly tracks: readonly [Track, ...Track[]];
  /** In the form of `principalOf`. */
  readonly owner: string;
  readonly ownerWallet: string | null;
};
/** An eligible validator with its public name. */
export type Candidate = Drawable & { readonly name: string };

const ACTOR_PREFIX = 'actor:';
const LINK_MS = COUNCIL.weight.fundingLinkDays * 86_400_000;

/** The validators for a draw, in the transaction of the caller. */
export function createValidatorPool({ standing, slashing, settlements, books, looks, clock }: Deps) {
  const tiesOfOwner = (owner: string): readonly string[] =>
    owner.startsWith(ACTOR_PREFIX) ? looks.tiesOf(owner.slice(ACTOR_PREFIX.length)) : [];

  /** All validators licensed for the tracks that have no tie to the owner, by wallets or in the world. */
  async function candidatesIn(
    tx: ValidatorTransaction,
    { tracks, owner, ownerWallet }: Question,
  ): Promise<Candidate[]> {
    const since = new Date(clock.now().getTime() - LINK_MS);
    const active = await tx.validators.listActive(tracks);
    const ties = active.every(({ builtIn }) => builtIn) ? [] : await tx.validators.tiesOfValidators(since);
    const inWorld = active.flatMap((validator) => toWorldTies(validator, looks.tiesOf(validator.actorId)));
    const wallets = ties.length === 0 ? [] : await tx.validators.walletsOfOwner(owner, since);
    const authorWallets = new Set(ownerWallet === null ? wallets : [...wallets, ownerWallet.toLowerCase()]);

    const remote = new Set(active.filter(({ builtIn }) => !builtIn).map(({ id }) => id));
    const clusters = toClusters(
      active.map(({ id }) => id),
      // Built-ins belong to the service, because every panel must be filled from them.
      [...ties, ...inWorld.filter(({ validatorId }) => remote.has(validatorId))],
    );
    const authorTies = new Set([...authorWallets, ...tiesOfOwner(owner)]);
    const tied = tiedClusters(clusters, [...ties, ...inWorld], authorTies);
    const reputations = await standing.reputations(tx.records, active);
    const apart = await findDistinctFamilies(tx.knownAnswers, active, tracks[0]);
    return active.flatMap(({ id, actorId, name, family, mode, builtIn, stake }) => {
      const cluster = clusters.get(id) ?? id;
      const reputation = reputations.get(id)?.find((known) => known.track === tracks[0]);
      if (reputation === undefined || tied.has(cluster) || owner === `actor:${actorId}`) return [];
      const apartFrom = apart.get(id);
      const weight = toWeight(stake, reputation.accuracy);
      const measured = { ...(!builtIn && { isOutside: true }), ...(apartFrom && { apartFrom }) };
      return [{ validatorId: id, name, family, cluster, mode, weight, ...measured }];
    });
  }

  return {
    /**
     * The fee of a seat on this submission's panels. Later rounds show the last fee, because a seat without a fee would
     * be recognisable as no canary.
     */
    async seatFeeOf(
      tx: PurseTransaction & Pick<ValidatorTransaction, 'records'>,
      submissionId: string,
    ): Promise<bigint> {
      const escrow = await books.balanceOf(tx, escrowOf(submissionId));
      return toSeatFee(escrow > 0n ? escrow : await tx.records.latestFee(submissionId));
    },
    candidatesIn,
    slashIn: (
      tx: ValidatorTransaction,
      { validatorId, code, seatId }: { validatorId: string; code: SlashingCode; seatId: string },
    ): Promise<void> => slashing.slashIn(tx, { validatorId, code, ref: { type: 'seat', id: seatId } }),
    /** Slashes the seats of the round that voted SAFE for a confirmed flag. The others share in it. */
    confirmFlagIn: (tx: ValidatorTransaction, flag: ConfirmedFlag): Promise<void> => slashing.confirmFlagIn(tx, flag),
    /** Pays for a decided round. Idempotent. Returns the seats that voted and were not settled before. */
    settleIn: (tx: ValidatorTransaction, round: SettledRound): Promise<ReadonlySet<string>> =>
      settlements.settleIn(tx, round),
  };
}
export type ValidatorPool = ReturnType<typeof createValidatorPool>;

const toWorldTies = ({ id }: { readonly id: string }, names: readonly string[]): Tie[] =>
  names.map((name) => ({ validatorId: id, wallet: name }));
