/** The owners of the marks in the ledger. */
import type { Owner } from '../ledger/index.ts';

/** The source of all marks: its account is negative by the total ever issued. */
export const ISSUE: Owner = { kind: 'issue', id: 'marks' };
/** The marks in the world. Negative by the amount that came out of it. Purses are there once a world exists. */
export const WORLD: Owner = { kind: 'world', id: 'marks' };
/** A fee until its round is settled. */
export const escrowOf = (submissionId: string): Owner => ({ kind: 'submission', id: submissionId });
/** An actor's spendable marks; `stakeOf` holds its validator stake and `vestingOf` its unvested earnings. */
export const purseOf = (actorId: string): Owner => ({ kind: 'actor', id: actorId });
export const stakeOf = (actorId: string): Owner => ({ kind: 'actor-stake', id: actorId });
/** Marks that an actor has deposited for its undecided flags. */
export const bondOf = (actorId: string): Owner => ({ kind: 'actor-bond', id: actorId });
/** Proceeds that a seller cannot spend yet, because the buyer may return the licence. */
export const proceedsOf = (actorId: string): Owner => ({ kind: 'actor-proceeds', id: actorId });
export const vestingOf = (actorId: string): Owner => ({ kind: 'actor-vesting', id: actorId });
export const RESERVE: Owner = { kind: 'council', id: 'reserve' };
export const FINDINGS_POOL: Owner = { kind: 'council', id: 'findings' };
export const CANARY_POT: Owner = { kind: 'council', id: 'canaries' };
/** The share of cities and federation: the federal treasury once a world exists. */
export const TREASURY: Owner = { kind: 'council', id: 'treasury' };
/** The fund that is shared equally among all: fees of sales and plugins. It is the commons fund once a world exists. */
export const COMMONS: Owner = { kind: 'commons', id: 'marks' };
/**
 * The ledger accounts of the commons fund. Every sale pays into it, and bookings on one account are serial, so a single
 * account would make all sales wait for each other. Only `mark-books.ts` uses them; the fund is their sum.
 */
const TILLS = 32;
const tills: readonly Owner[] = Array.from({ length: TILLS }, (_, n) =>
  n === 0 ? COMMONS : { kind: COMMONS.kind, id: `${COMMONS.id}-${n}` },
);
/** The accounts of an owner: one, except for the commons fund. */
export const accountsOf = (owner: Owner): readonly Owner[] => (owner === COMMONS ? tills : [owner]);
/** The account to which an owner's gain is booked. It depends only on the journal, so that a repeated booking is identical. */
export function tillOf(owner: Owner, journalId: string): Owner {
  const all = accountsOf(owner);
  return all[Number.parseInt(journalId.slice(-4), 16) % all.length] ?? owner;
}

export type Move = { readonly from: Owner; readonly to: Owner; readonly amount: bigint };
export type Net = { readonly owner: Owner; readonly amount: bigint };

/** The net gain or loss of each owner over all moves, without owners whose net is zero. */
export function toNet(moves: readonly Move[]): Net[] {
  const net = new Map<string, Net>();
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
