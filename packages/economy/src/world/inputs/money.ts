/** Money that moves between the world and the service's own ledger. */
import { emit, emitActor } from '../events.ts';
import { holdGranted, ownMarks, releaseGranted } from '../granted.ts';
import { actorId, actorRow, cityRow } from '../ids.ts';
import { TAXES } from '../layout.ts';
import {
  actorAccount,
  balanceOf,
  COMMONS,
  cityAccount,
  FEDERAL,
  issue,
  mayIssue,
  move,
  type PostingKind,
  PROTOCOL,
  retire,
} from '../ledger.ts';
import type { World } from '../state.ts';
import { type AccountRef, done, type Input, type InputResult, refused, toMinor } from './types.ts';

type Of<Kind extends Input['kind']> = Extract<Input, { kind: Kind }>;

function accountOf(w: World, ref: AccountRef): number | undefined {
  if (ref.type === 'protocol') return PROTOCOL;
  if (ref.type === 'federal') return FEDERAL;
  if (ref.type === 'commons') return COMMONS;
  const row = ref.type === 'actor' ? actorRow(w, ref.id) : cityRow(w, ref.id);
  if (row === undefined) return undefined;
  return ref.type === 'actor' ? actorAccount(row) : cityAccount(row);
}

const ISSUE_KIND = { genesis: 'GRANT', fee: 'FEE', topup: 'TOPUP', federal_issue: 'GRANT', grant: 'GRANT' } as const;

export function issueMoney(w: World, input: Of<'money.issue'>): InputResult {
  const [account, amount] = [accountOf(w, input.to), toMinor(input.amount)];
  if (account === undefined) return refused('target_not_found');
  if (amount === undefined) return refused('out_of_range');
  if (!mayIssue(w, amount)) return refused('policy_guard');
  issue(w, account, amount, ISSUE_KIND[input.reason]);
  const data = { amount, reason: input.reason, reference: input.reference };
  emit(w, 'money.issued', { subject: { type: 'payment', id: input.reference }, data });
  return done({});
}

export function retireMoney(w: World, input: Of<'money.retire'>): InputResult {
  const amount = toMinor(input.amount);
  if (amount === undefined) return refused('out_of_range');
  if (amount > balanceOf(w, PROTOCOL)) return refused('insufficient_funds');
  retire(w, PROTOCOL, amount, 'FEE');
  const data = { amount, reason: input.reason, reference: input.reference };
  emit(w, 'money.retired', { subject: { type: 'payment', id: input.reference }, data });
  return done({});
}

/** Pays from the service's pots. Pays all shares or none. */
export function settle(w: World, input: Of<'council.settle'>): InputResult {
  const shares = input.shares.map((share) => ({
    share,
    account: accountOf(w, share.to),
    amount: toMinor(share.amount),
  }));
  let total = 0;
  for (const { account, amount } of shares) {
    if (account === undefined || account === PROTOCOL) return refused('target_not_found');
    if (amount === undefined) return refused('out_of_range');
    total += amount;
  }
  if (total > balanceOf(w, PROTOCOL)) return refused('insufficient_funds');
  for (const { share, account, amount } of shares) {
    if (account === undefined || amount === undefined) continue;
    move(w, PROTOCOL, account, amount, share.purpose === 'GRANT' ? 'GRANT' : share.purpose);
    if (share.purpose === 'REWARD' && share.to.type === 'actor') taxReward(w, account, amount, input.reference);
  }
  return done({ amount: String(total) });
}

/** Seat pay is income, taxed where the actor lives. The actor's row is its account. */
function taxReward(w: World, actor: number, amount: number, reference: string): void {
  const c = w.actor.city[actor];
  const tax = move(w, actorAccount(actor), cityAccount(c), amount * w.city.incomeTax[c], 'TAX');
  w.city.taxes[c * TAXES.length] += tax;
  w.city.feesEarned[c] += amount;
  emitActor(w, 'validator.paid', actor, { roundId: reference, amount, vesting: '0' });
}

/** A debit that the service answered between ticks. It reaches the world with the next tick. */
export function hold(w: World, input: Of<'hold'>): InputResult {
  const [row, amount] = [actorRow(w, input.actorId), toMinor(input.amount)];
  if (row === undefined) return refused('actor_not_found');
  if (amount === undefined) return refused('out_of_range');
  const isAtRisk = input.purpose === 'STAKE' || input.purpose === 'BOND';
  if (amount > (isAtRisk ? ownMarks(w, row) : w.actor.deposit[row])) return refused('insufficient_funds');
  if (!isAtRisk) holdGranted(w, row, amount, input);
  move(w, actorAccount(row), PROTOCOL, amount, input.purpose satisfies PostingKind);
  return done({ actorId: actorId(w, row) });
}

/** Amounts that return in full: an unbonded stake, a bond, a refund. */
export function release(w: World, input: Of<'release'>): InputResult {
  const [row, amount] = [actorRow(w, input.actorId), toMinor(input.amount)];
  if (row === undefined) return refused('actor_not_found');
  if (amount === undefined) return refused('out_of_range');
  if (amount > balanceOf(w, PROTOCOL)) return refused('insufficient_funds');
  move(w, PROTOCOL, actorAccount(row), amount, input.purpose satisfies PostingKind);
  releaseGranted(w, row, amount, input);
  return done({ actorId: actorId(w, row) });
}

/** The service holds the stake itself. The validator's city only counts the loss. */
export function countSlash(w: World, input: Of<'validator.slashed'>): InputResult {
  const [row, amount] = [actorRow(w, input.actorId), toMinor(input.amount)];
  if (row === undefined) return refused('actor_not_found');
  if (amount === undefined) return refused('out_of_range');
  w.city.slashed[w.actor.city[row]] += amount;
  return done({});
}
