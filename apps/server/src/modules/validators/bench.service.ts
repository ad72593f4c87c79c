import { type Candidate, COUNCIL, type SlashingCode, toSeatFee, toWeight } from '@assay/economy/council';
import type { Track } from '@assay/protocol';
import type { ConfirmedFlag, SettledRound } from '../council/index.ts';
import { tiedClusters, toClusters } from './clusters.policy.ts';
import { escrowOf, type MarkBooks } from './mark-books.ts';
import type { Settlements } from './settlement.service.ts';
import type { Slashing } from './slashing.service.ts';
import type { Standing } from './standing.service.ts';
import type { ValidatorTransaction } from './validators.transaction.ts';

type Deps = {
  readonly standing: Pick<Standing, 'reputations'>;
  readonly slashing: Slashing;
  readonly settlements: Settlements;
  readonly books: Pick<MarkBooks, 'balanceOf'>;
  readonly clock: { now(): Date };
};
type Question = {
  readonly track: Track;
  /** As `principalOf` writes it. */
  readonly owner: string;
  readonly ownerWallet: string | null;
};
/** Somebody who may be drawn, by the name that the public sees. */
export type Sitter = Candidate & { readonly name: string };

const LINK_MS = COUNCIL.weight.fundingLinkDays * 86_400_000;

/** The validators, as the council sees them from inside one of its transactions. */
export function createBench({ standing, slashing, settlements, books, clock }: Deps) {
  /** Everybody licensed for the track who is not tied to the owner. */
  async function candidatesIn(tx: ValidatorTransaction, { track, owner, ownerWallet }: Question): Promise<Sitter[]> {
    const since = new Date(clock.now().getTime() - LINK_MS);
    const active = await tx.validators.listActive(track);
    const ties = active.every(({ builtIn }) => builtIn) ? [] : await tx.validators.tiesOfValidators(since);
    const wallets = ties.length === 0 ? [] : await tx.validators.walletsOfOwner(owner, since);
    const authorWallets = new Set(ownerWallet === null ? wallets : [...wallets, ownerWallet.toLowerCase()]);

    const clusters = toClusters(
      active.map(({ id }) => id),
      ties,
    );
    const tied = tiedClusters(clusters, ties, authorWallets);
    const reputations = await standing.reputations(tx.records, active);
    return active.flatMap(({ id, actorId, name, family, mode, stake }) => {
      const cluster = clusters.get(id) ?? id;
      const reputation = reputations.get(id)?.find((known) => known.track === track);
      if (reputation === undefined || tied.has(cluster) || owner === `actor:${actorId}`) return [];
      return [{ validatorId: id, name, family, cluster, mode, weight: toWeight(stake, reputation.accuracy) }];
    });
  }

  return {
    /** What a seat of this submission's panels earns. */
    seatFeeOf: async ({ ledger }: Pick<ValidatorTransaction, 'ledger'>, submissionId: string): Promise<bigint> =>
      toSeatFee(await books.balanceOf(ledger, escrowOf(submissionId))),
    /** Over the stores of one transaction. */
    in: (tx: ValidatorTransaction) => ({
      candidates: (question: Question): Promise<Sitter[]> => candidatesIn(tx, question),
      slash: ({ validatorId, code, seatId }: { validatorId: string; code: SlashingCode; seatId: string }) =>
        slashing.slashIn(tx, { validatorId, code, ref: { type: 'seat', id: seatId } }),
      confirmFlag: (flag: ConfirmedFlag): Promise<void> => slashing.confirmFlagIn(tx, flag),
      settle: (round: SettledRound): Promise<ReadonlySet<string>> => settlements.settleIn(tx, round),
    }),
  };
}
export type Bench = ReturnType<typeof createBench>;
