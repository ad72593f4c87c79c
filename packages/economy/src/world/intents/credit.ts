/** Intents to take and repay loans. */

import { emit } from '../events.ts';
import { grantedOf } from '../granted.ts';
import { bankId, bankRow, businessRow, loanId, rowOf } from '../ids.ts';
import { actorAccount, businessAccount, repayFrom } from '../ledger.ts';
import { lendPersonally, personalRefusal } from '../personal-loans.ts';
import type { PersonalLoan } from '../side.ts';
import type { World } from '../state.ts';
import { bankRoom, creditLine, lendToBusiness } from '../steps/credit.ts';
import { covered, define } from './definition.ts';

export const requestLoan = define('INTENT_REQUEST_LOAN', {
  check: (w, h, { bankId: bank, amount, businessId, months }) => {
    const b = bankRow(w, bank);
    if (b === undefined) return 'target_not_found';
    if (amount <= 0n) return 'out_of_range';
    if (Number(amount) > bankRoom(w, b)) return 'bank_capital';
    if (businessId === undefined) return personalRefusal(w, h, b, Number(amount), months ?? 1);
    const f = businessRow(w, businessId);
    if (f === undefined || w.business.status[f] !== 1) return 'target_not_found';
    if (w.business.owner[f] !== h) return 'not_owner';
    if (w.business.city[f] !== b) return 'wrong_city';
    return Number(amount) > creditLine(w, f) ? 'credit_refused' : null;
  },
  effect: (_w, _h, { amount, businessId }) => (businessId === undefined ? { money: Number(amount) / 4 } : {}),
  apply: (w, h, { bankId: bank, amount, businessId, months }) => {
    const b = bankRow(w, bank) as number;
    if (businessId === undefined) {
      lendPersonally(w, { actor: h, bank: b, amount: Number(amount), months: months ?? 1 });
      return;
    }
    const f = businessRow(w, businessId) as number;
    lendToBusiness(w, f, Number(amount));
    const data = { loanId: loanId(w, f), bankId: bank, amount: Number(amount), outstanding: w.business.debt[f] };
    emit(w, 'loan.issued', { actor: h, business: f, subject: { type: 'loan', id: data.loanId }, data });
  },
});

/** The debt of a loan to one of the actor's businesses. */
const businessDebt = (w: World, h: number, id: string): number | undefined => {
  const found = rowOf(w, 'loan', id);
  if (found === undefined || found.row >= w.rows.business || loanId(w, found.row) !== id) return undefined;
  return w.business.owner[found.row] === h && w.business.debt[found.row] > 0 ? found.row : undefined;
};
const personalDebt = (w: World, h: number, id: string): PersonalLoan | undefined => {
  const row = rowOf(w, 'personalLoan', id)?.row;
  return w.side.loans.find((loan) => loan.id === row && loan.actor === h && loan.outstanding > 0);
};

export const repayLoan = define('INTENT_REPAY_LOAN', {
  check: (w, h, { loanId: id, amount }) => {
    const [f, loan] = [businessDebt(w, h, id), personalDebt(w, h, id)];
    if (amount <= 0n) return 'out_of_range';
    if (f !== undefined) return covered(w.business.deposit[f], Math.min(Number(amount), w.business.debt[f]));
    if (loan === undefined) return 'target_not_found';
    return covered(w.actor.deposit[h] - grantedOf(w, h), Math.min(Number(amount), loan.outstanding));
  },
  effect: (w, h, { loanId: id, amount }) =>
    businessDebt(w, h, id) === undefined
      ? { money: -Math.min(Number(amount), personalDebt(w, h, id)?.outstanding ?? 0) }
      : {},
  apply: (w, h, { loanId: id, amount }) => {
    const f = businessDebt(w, h, id);
    const loan = personalDebt(w, h, id);
    let [left, paid, bank] = [0, 0, 0];
    if (f !== undefined) {
      bank = w.business.city[f];
      paid = Math.min(Number(amount), w.business.debt[f]);
      repayFrom(w, bank, businessAccount(f), paid);
      w.business.debt[f] -= paid;
      left = w.business.debt[f];
    } else if (loan !== undefined) {
      bank = loan.bank;
      paid = Math.min(Number(amount), loan.outstanding);
      repayFrom(w, bank, actorAccount(h), paid);
      loan.outstanding -= paid;
      w.actor.debt[h] -= paid;
      left = loan.outstanding;
      if (left === 0) loan.status = 'REPAID';
    }
    const data = { loanId: id, bankId: bankId(w, bank), amount: paid, outstanding: left };
    emit(w, left === 0 ? 'loan.repaid' : 'loan.instalment_paid', { actor: h, subject: { type: 'loan', id }, data });
  },
});

export const setLoanTerms = define('INTENT_SET_LOAN_TERMS', {
  check: (w, h, { bankId: id }) => {
    const b = bankRow(w, id);
    if (b === undefined) return 'target_not_found';
    return w.bank.owner[b] === h ? null : 'not_owner';
  },
  apply: (w, _h, { bankId: id, spreadBp, maxLeverageBp }) => {
    const b = bankRow(w, id) as number;
    w.bank.spread[b] = spreadBp / 10_000;
    w.bank.leverage[b] = maxLeverageBp / 10_000;
  },
});
