import { type Canary, judgeCanaryVote, payCanary } from '@assay/economy/council';
import type { Track, VerdictValue } from '@assay/protocol';
import type { CanaryRoundRow } from './canary-rounds.store.ts';
import { CANARY_POT, type MarkBooks } from './mark-books.ts';
import type { Payroll } from './payroll.ts';
import type { JudgementRow } from './records.store.ts';
import { toPaid, toPayMoves } from './settlement.policy.ts';
import type { Slashing } from './slashing.service.ts';
import type { Standing } from './standing.service.ts';
import type { CanaryVote } from './validators.tables.ts';
import type { ValidatorTransaction } from './validators.transaction.ts';

type Deps = {
  readonly books: MarkBooks;
  readonly payroll: Payroll;
  readonly standing: Pick<Standing, 'observeIn'>;
  readonly slashing: Pick<Slashing, 'slashIn'>;
  readonly clock: { now(): Date };
};
type Question = {
  readonly canary: Canary;
  readonly round: Pick<CanaryRoundRow, 'id' | 'seatFee'>;
  readonly votes: readonly CanaryVote[];
};
type Spoken = CanaryVote & { readonly verdict: VerdictValue };

const TRACK: Track = 'SKILL';

/** What votes on a canary mean for those who cast them. The caller has locked the books, and asks once. */
export function createCanaryJudgement({ books, payroll, standing, slashing, clock }: Deps) {
  async function judgeIn(tx: ValidatorTransaction, { canary, round, votes }: Question): Promise<void> {
    // Votes on test cases count for agreement as all votes do.
    await tx.records.addJudgements(toJudgements(round.id, votes, clock.now()));
    const spoken = votes.filter((vote): vote is Spoken => vote.verdict !== null);
    const outcomes = spoken.map((seat) => ({ seat, ...judgeCanaryVote(canary, seat.verdict) }));
    const right = outcomes.filter(({ isRight }) => isRight).map(({ seat }) => seat);
    await payIn(tx, round, canary, right);
    for (const { seat, observation: kind, slash: code } of outcomes) {
      const { seatId, validatorId } = seat;
      if (kind !== undefined) {
        await standing.observeIn(tx, { validatorId, track: TRACK, kind, refType: 'seat', refId: seatId });
      }
      if (code !== undefined) await slashing.slashIn(tx, { validatorId, code, ref: { type: 'seat', id: seatId } });
    }
  }

  /** From the pot that fees fill, by what a seat earned that the case went out beside. */
  async function payIn(
    tx: ValidatorTransaction,
    { id: roundId, seatFee }: Question['round'],
    { expected }: Canary,
    right: readonly Spoken[],
  ): Promise<void> {
    const asked = payCanary({
      pot: await books.balanceOf(tx.ledger, CANARY_POT),
      seatFee,
      isKnownBad: expected === 'UNSAFE',
      right: right.map(({ seatId }) => seatId),
    });
    const pays = toPaid('CANARY', asked, right);
    const payees = await payroll.payeesOf(tx, right);
    const ref = { type: 'round', id: roundId };
    await books.bookIn(tx.ledger, { kind: 'canary.paid', ref, moves: toPayMoves(pays, payees) });
    await payroll.recordIn(tx, roundId, pays, payees);
  }

  return { judgeIn };
}
export type CanaryJudgement = ReturnType<typeof createCanaryJudgement>;

function toJudgements(roundId: string, votes: readonly CanaryVote[], judgedAt: Date): JudgementRow[] {
  return votes.map(({ seatId, validatorId, verdict }) => {
    const peers = votes.filter((peer) => peer.seatId !== seatId);
    const count = (wanted: VerdictValue) => peers.filter((peer) => peer.verdict === wanted).length;
    const [peersSafe, peersUnsafe] = [count('SAFE'), count('UNSAFE')];
    return { seatId, validatorId, roundId, panelId: roundId, verdict, peersSafe, peersUnsafe, judgedAt };
  });
}
