/** The only module that changes deposits. Lending, `issue` and `retire` create and destroy money; `move` never does. */
import { KernelFault } from './fault.ts';
import { spendGranted, takesGranted } from './granted.ts';
import { FUNDS } from './layout.ts';
import { MONEY_CEILING } from './params.ts';
import { record } from './recorder.ts';
import type { World } from './state.ts';

const KIND_SHIFT = 2 ** 28;
/** Kinds of account, in the order of `lists.books`. The last two have no deposit of their own. */
export const ACCOUNT_KINDS = ['actor', 'business', 'city', 'bank', 'fund', 'issue', 'loanbook'] as const;
const [ACTOR, BUSINESS, CITY, BANK, FUND, ISSUE_KIND, LOANBOOK] = [0, 1, 2, 3, 4, 5, 6] as const;

/** An account as one number: kind · 2²⁸ + row. */
export const actorAccount = (row: number): number => ACTOR * KIND_SHIFT + row;
export const businessAccount = (row: number): number => BUSINESS * KIND_SHIFT + row;
export const cityAccount = (row: number): number => CITY * KIND_SHIFT + row;
export const bankAccount = (row: number): number => BANK * KIND_SHIFT + row;
export const COMMONS = FUND * KIND_SHIFT + FUNDS.commons;
export const FEDERAL = FUND * KIND_SHIFT + FUNDS.federal;
/** Marks that the service's own ledger holds: stakes, escrows, pots. */
export const PROTOCOL = FUND * KIND_SHIFT + FUNDS.protocol;
const ISSUE = ISSUE_KIND * KIND_SHIFT;
const loanbook = (bank: number): number => LOANBOOK * KIND_SHIFT + bank;

export const accountKind = (account: number): number => Math.floor(account / KIND_SHIFT);
export const accountRow = (account: number): number => account % KIND_SHIFT;

/** The purpose of a posting: the kinds of a wallet's transactions. */
export const POSTING_KINDS = [
  'WAGE',
  'TAX',
  'BENEFIT',
  'GRANT',
  'REBATE',
  'COMMONS',
  'RENT',
  'GOODS',
  'BUILDING',
  'PROPERTY',
  'FEE',
  'TRANSFER',
  'LOAN',
  'INTEREST',
  'DIVIDEND',
  'CAPITAL',
  'STAKE',
  'REWARD',
  'SLASH',
  'BOND',
  'PLUGIN',
  'LISTING',
  'TOPUP',
  'OTHER',
] as const;
export type PostingKind = (typeof POSTING_KINDS)[number];
const KIND_NUMBER = Object.fromEntries(POSTING_KINDS.map((kind, index) => [kind, index])) as {
  readonly [Kind in PostingKind]: number;
};

/** Payments that granted marks cannot cover. Callers check `ownMarks` first. */
const OWN_ONLY: ReadonlySet<PostingKind> = new Set(['TRANSFER', 'CAPITAL', 'PROPERTY', 'BUILDING', 'LOAN']);

const bookOf = (w: World, account: number) => {
  const book = w.lists.books[accountKind(account)];
  if (book === undefined) throw new KernelFault('I4', `account ${account} holds no deposit`);
  return book;
};

export const balanceOf = (w: World, account: number): number => bookOf(w, account)[accountRow(account)] ?? 0;

const paysWithGranted = (w: World, to: number, kind: PostingKind): boolean =>
  to !== PROTOCOL && !OWN_ONLY.has(kind) && !(accountKind(to) === BUSINESS && !takesGranted(w, accountRow(to)));

/** Moves the integer part of `amount` between two accounts and returns it. */
export function move(w: World, from: number, to: number, amount: number, kind: PostingKind): number {
  const whole = Math.floor(amount);
  const source = bookOf(w, from);
  const place = accountRow(from);
  const held = source[place] as number;
  if (!(whole >= 0 && whole <= held)) throw new KernelFault('I4', `account ${from} holds ${held}, asked for ${whole}`);
  if (whole === 0) return 0;
  source[place] = held - whole;
  const target = bookOf(w, to);
  target[accountRow(to)] = (target[accountRow(to)] as number) + whole;
  record(w.out, from, to, whole, KIND_NUMBER[kind]);
  if (accountKind(from) === ACTOR) {
    w.actor.moneyOut[place] += whole;
    if (w.side.arrivals !== undefined && paysWithGranted(w, to, kind)) {
      spendGranted(w, place, whole, accountKind(to) === ACTOR ? accountRow(to) : -1);
    }
  }
  if (accountKind(to) === ACTOR) w.actor.moneyIn[accountRow(to)] += whole;
  return whole;
}

const put = (w: World, account: number, change: number): void => {
  const book = bookOf(w, account);
  const place = accountRow(account);
  const after = (book[place] as number) + change;
  if (!(after >= 0)) throw new KernelFault('I4', `account ${account} would hold ${after}`);
  book[place] = after;
};

export const moneySupply = (w: World): number => w.nation.issued + w.nation.loans;

/** Whether `amount` more may be issued without making sums inexact. */
export const mayIssue = (w: World, amount: number): boolean => moneySupply(w) + amount < MONEY_CEILING;

export function issue(w: World, to: number, amount: number, kind: PostingKind): void {
  if (!(Number.isSafeInteger(amount) && amount >= 0 && mayIssue(w, amount))) {
    throw new KernelFault('I2', `cannot issue ${amount}`);
  }
  put(w, to, amount);
  w.nation.issued += amount;
  record(w.out, ISSUE, to, amount, KIND_NUMBER[kind]);
}

export function retire(w: World, from: number, amount: number, kind: PostingKind): void {
  put(w, from, -amount);
  w.nation.issued -= amount;
  record(w.out, from, ISSUE, amount, KIND_NUMBER[kind]);
}

/** A bank loan creates money. The caller must record the debt in its column at the same time. */
export function lendTo(w: World, bank: number, borrower: number, amount: number): void {
  put(w, borrower, amount);
  w.bank.loans[bank] += amount;
  w.nation.loans += amount;
  record(w.out, loanbook(bank), borrower, amount, KIND_NUMBER.LOAN);
}

/** A repayment destroys the money together with the debt. */
export function repayFrom(w: World, bank: number, borrower: number, amount: number): void {
  put(w, borrower, -amount);
  w.bank.loans[bank] -= amount;
  w.nation.loans -= amount;
  record(w.out, borrower, loanbook(bank), amount, KIND_NUMBER.LOAN);
}

/** Writes off a bad loan: the bank repays it from its own funds. */
export const writeOff = (w: World, bank: number, amount: number): void => repayFrom(w, bank, bankAccount(bank), amount);

/** The posting of a sale. Separate from `move`, because it runs for every purchase of every day. */
export function recordSale(w: World, buyer: number, seller: number, cost: number): void {
  record(w.out, buyer, businessAccount(seller), cost, KIND_NUMBER.GOODS);
}
