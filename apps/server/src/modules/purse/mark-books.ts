import { JournalId, newUuidV7, type RandomBytes } from '@assay/protocol';
import type { Booking, Journal, Ledger, Owner } from '../ledger/index.ts';

/** Marks come into being here, so this account goes below zero: by what was ever issued. */
export const ISSUE: Owner = { kind: 'issue', id: 'marks' };
/** A fee until its round is settled. */
export const escrowOf = (submissionId: string): Owner => ({ kind: 'submission', id: submissionId });
/** What an actor can spend, has staked as a validator, and has earned but not been given yet. */
export const purseOf = (actorId: string): Owner => ({ kind: 'actor', id: actorId });
export const stakeOf = (actorId: string): Owner => ({ kind: 'actor-stake', id: actorId });
export const vestingOf = (actorId: string): Owner => ({ kind: 'actor-vesting', id: actorId });
export const RESERVE: Owner = { kind: 'council', id: 'reserve' };
export const FINDINGS_POOL: Owner = { kind: 'council', id: 'findings' };
export const CANARY_POT: Owner = { kind: 'council', id: 'canaries' };
/** What cities and federation get, until they are there to take it. */
export const TREASURY: Owner = { kind: 'council', id: 'treasury' };
/** What everybody gets the same share of, until there is a world that hands it out: fees of sales and of plugins. */
export const COMMONS: Owner = { kind: 'commons', id: 'marks' };

export type Move = { readonly from: Owner; readonly to: Owner; readonly amount: bigint };
type Transfer = {
  /** Given by who must be able to ask twice; made here otherwise. */
  readonly id?: JournalId;
  readonly kind: string;
  readonly ref: { readonly type: string; readonly id: string };
  readonly moves: readonly Move[];
};
/** What a transaction must have for marks to move in it. */
export type PurseTransaction = { readonly ledger: Ledger };

/** Books what is done with marks: each act is one journal, in the caller's transaction. */
export function createMarkBooks({ random, clock }: { random: RandomBytes; clock: { now(): Date } }) {
  return {
    async bookIn({ ledger }: PurseTransaction, { id, kind, ref, moves }: Transfer): Promise<Journal | undefined> {
      const postings: Booking['postings'][number][] = [];
      for (const { owner, amount } of toNet(moves)) {
        const mayGoNegative = owner.kind === ISSUE.kind;
        const { id: accountId } = await ledger.openAccount({ owner, currency: 'MARK', mayGoNegative });
        postings.push({ accountId, amount });
      }
      if (postings.length === 0) return undefined;
      const journalId = id ?? newUuidV7(JournalId, clock.now().getTime(), random);
      return ledger.book({ id: journalId, kind, ref, postings });
    },
    async balanceOf({ ledger }: PurseTransaction, owner: Owner): Promise<bigint> {
      return (await ledger.findAccount(owner, 'MARK'))?.balance ?? 0n;
    },
  };
}
export type MarkBooks = ReturnType<typeof createMarkBooks>;

/** What each owner gains or loses by all of the moves; who comes out even is left out. */
export function toNet(moves: readonly Move[]): { readonly owner: Owner; readonly amount: bigint }[] {
  const net = new Map<string, { owner: Owner; amount: bigint }>();
  const add = (owner: Owner, amount: bigint) => {
    const key = `${owner.kind}:${owner.id}`;
    net.set(key, { owner, amount: (net.get(key)?.amount ?? 0n) + amount });
  };
  for (const { from, to, amount } of moves) {
    add(from, -amount);
    add(to, amount);
  }
  return [...net.values()].filter(({ amount }) => amount !== 0n);
}
