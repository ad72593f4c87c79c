/** Whose marks the ledger keeps. */
import type { Owner } from '../ledger/index.ts';

/** Marks come into being here, so this account goes below zero: by what was ever issued. */
export const ISSUE: Owner = { kind: 'issue', id: 'marks' };
/** Marks that live in the world; below zero by what came out of it. Purses are there once there is one. */
export const WORLD: Owner = { kind: 'world', id: 'marks' };
/** A fee until its round is settled. */
export const escrowOf = (submissionId: string): Owner => ({ kind: 'submission', id: submissionId });
/** What an actor can spend, has staked as a validator, and has earned but not been given yet. */
export const purseOf = (actorId: string): Owner => ({ kind: 'actor', id: actorId });
export const stakeOf = (actorId: string): Owner => ({ kind: 'actor-stake', id: actorId });
/** Marks that an actor has put up for its undecided flags. */
export const bondOf = (actorId: string): Owner => ({ kind: 'actor-bond', id: actorId });
/** What a seller was paid and cannot spend yet: a buyer may still return the licence. */
export const proceedsOf = (actorId: string): Owner => ({ kind: 'actor-proceeds', id: actorId });
export const vestingOf = (actorId: string): Owner => ({ kind: 'actor-vesting', id: actorId });
export const RESERVE: Owner = { kind: 'council', id: 'reserve' };
export const FINDINGS_POOL: Owner = { kind: 'council', id: 'findings' };
export const CANARY_POT: Owner = { kind: 'council', id: 'canaries' };
/** What cities and federation get; the federal treasury once there is a world. */
export const TREASURY: Owner = { kind: 'council', id: 'treasury' };
/** What everybody gets the same share of, fees of sales and of plugins; the commons fund once there is a world. */
export const COMMONS: Owner = { kind: 'commons', id: 'marks' };
/**
 * Where the ledger keeps the commons fund. Every sale pays into it, and an account lets one booking through at a time: on one account all
 * sales would wait for each other. Only `mark-books.ts` knows of them; the fund is their sum.
 */
const TILLS = 32;
const tills: readonly Owner[] = Array.from({ length: TILLS }, (_, n) =>
  n === 0 ? COMMONS : { kind: COMMONS.kind, id: `${COMMONS.id}-${n}` },
);
/** The accounts of an owner: one, but for the commons fund. */
export const accountsOf = (owner: Owner): readonly Owner[] => (owner === COMMONS ? tills : [owner]);
/** Where what an owner gains is booked: the same for the same journal, so that who asks twice asks for the same. */
export function tillOf(owner: Owner, journalId: string): Owner {
  const all = accountsOf(owner);
  return all[Number.parseInt(journalId.slice(-4), 16) % all.length] ?? owner;
}

export type Move = { readonly from: Owner; readonly to: Owner; readonly amount: bigint };
export type Net = { readonly owner: Owner; readonly amount: bigint };

/** What each owner gains or loses by all of the moves; who comes out even is left out. */
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
