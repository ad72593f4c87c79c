import { COUNCIL, type PastSlash, type SlashingCode, shareSlash, toSlash } from '@assay/economy/council';
import type { CertificateId, FlagSeverity, Severity, Track } from '@assay/protocol';
import { type MarkBooks, type Move, purseOf, RESERVE, stakeOf } from '../purse/index.ts';
import type { JudgementRow, SlashRow } from './records.store.ts';
import type { Standing } from './standing.service.ts';
import type { ValidatorEvents } from './validators.events.ts';
import type { ValidatorTransaction } from './validators.transaction.ts';

export type ConfirmedFlag = {
  readonly flagId: string;
  readonly certificateId: CertificateId;
  readonly roundId: string;
  readonly severity: FlagSeverity;
  readonly track: Track;
};
type Deps = {
  readonly books: MarkBooks;
  readonly standing: Pick<Standing, 'observeIn' | 'reviewIn' | 'suspendIn'>;
  readonly events: ValidatorEvents;
  readonly clock: { now(): Date };
};
type Act = {
  readonly validatorId: string;
  readonly code: SlashingCode;
  readonly ref: { readonly type: SlashRow['refType']; readonly id: string };
  readonly certificateId?: CertificateId;
  /** Validators who share in the slash. */
  readonly dissenters?: readonly string[];
};
const DAY_MS = 86_400_000;
const BY_CANARY: ReadonlySet<SlashingCode> = new Set<SlashingCode>(['CANARY_MISSED', 'FALSE_ALARM']);
const AFTER_ISSUE: Partial<Record<Severity, SlashingCode>> = {
  CRITICAL: 'SUSPENDED_CRITICAL',
  HIGH: 'SUSPENDED_HIGH',
};

/** Slashes of validators and their distribution. */
export function createSlashing({ books, standing, events, clock }: Deps) {
  /** Idempotent per reason and reference. */
  async function slashIn(tx: ValidatorTransaction, act: Act): Promise<void> {
    const { validatorId, code, ref, certificateId = null, dissenters = [] } = act;
    await tx.validators.lockBooks();
    const validator = await tx.validators.find(validatorId);
    if (validator === undefined) throw new Error(`Validator ${validatorId} not found`);
    if (validator.builtIn && BY_CANARY.has(code)) return;

    const now = clock.now();
    const past = (await tx.records.slashesOf(validatorId)).map((slash) => toPast(slash, now));
    const { bp, amount } = toSlash({ code, stakeMinor: validator.stake, past });
    const row = { validatorId, code, refType: ref.type, refId: ref.id, bp, amount, certificateId, slashedAt: now };
    if (!(await tx.records.addSlash(row))) return;

    await books.bookIn(tx, {
      kind: 'validator.slashed',
      ref,
      moves: await toMoves(tx, row, stakeOf(validator.actorId), dissenters),
    });
    await events.slashedIn(tx, validator, row);
    await standing.reviewIn(tx, validatorId);
    if (code === 'NOT_REVEALED' && hasMissedRepeatedly(past)) await standing.suspendIn(tx, validatorId);
  }

  async function toMoves(
    tx: ValidatorTransaction,
    { code, amount }: Pick<SlashRow, 'code' | 'amount'>,
    from: Move['from'],
    dissenters: readonly string[],
  ): Promise<Move[]> {
    const shares = shareSlash(code, amount, dissenters);
    const rows = await tx.validators.listByIds(dissenters);
    const actors = new Map(rows.map(({ id, actorId }) => [id, actorId]));
    const toDissenters = shares.dissenters.flatMap(({ validatorId, amount }) => {
      const actorId = actors.get(validatorId);
      if (actorId === undefined) throw new Error('A dissenter is not a validator');
      return { from, to: purseOf(actorId), amount };
    });
    return [{ from, to: RESERVE, amount: shares.reserve }, ...toDissenters];
  }

  /** Slashes the validators that voted SAFE, gives a share to those that voted UNSAFE, and records both. */
  async function confirmFlagIn(tx: ValidatorTransaction, flag: ConfirmedFlag): Promise<void> {
    const { flagId, certificateId, roundId, severity, track } = flag;
    const ref = { type: 'flag', id: flagId } as const;
    await tx.validators.lockBooks(); // locked before any row, like in every settlement
    const votes = toLastVotes(await tx.records.judgementsOfRound(roundId));
    const dissenters = votes.filter(({ verdict }) => verdict === 'UNSAFE').map(({ validatorId }) => validatorId);
    const code = AFTER_ISSUE[severity];
    for (const { validatorId, verdict } of votes) {
      const kind = verdict === 'SAFE' ? 'FLAG_MISSED' : 'FLAG_FORESEEN';
      await standing.observeIn(tx, { validatorId, track, kind, refType: ref.type, refId: ref.id });
      if (verdict === 'SAFE' && code !== undefined) {
        await slashIn(tx, { validatorId, code, ref, certificateId, dissenters });
      }
    }
  }

  return { slashIn, confirmFlagIn };
}
export type Slashing = ReturnType<typeof createSlashing>;

/** True when this silence reaches the limit for suspension. */
function hasMissedRepeatedly(past: readonly PastSlash[]): boolean {
  const { suspendAfter, withinDays } = COUNCIL.silence;
  const lately = past.filter(({ code, ageDays }) => code === 'NOT_REVEALED' && ageDays <= withinDays);
  return lately.length + 1 >= suspendAfter;
}

const toPast = ({ code, bp, slashedAt }: SlashRow, now: Date): PastSlash => ({
  code,
  bp,
  ageDays: (now.getTime() - slashedAt.getTime()) / DAY_MS,
});

/**
 * A validator that sat twice is judged by its later vote; seat ids ascend with time. Ordered by validator id, so that
 * locks have a fixed order.
 */
function toLastVotes(judgements: readonly JudgementRow[]): JudgementRow[] {
  const spoken = judgements.filter(({ verdict }) => verdict !== null);
  const last = new Map(spoken.map((judgement) => [judgement.validatorId, judgement]));
  return [...last.values()].toSorted((one, other) => (one.validatorId < other.validatorId ? -1 : 1));
}
