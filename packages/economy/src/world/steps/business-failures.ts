/** Step m: insolvent businesses close. The bank takes the remaining assets and bears the loss. */
import { federalFree } from '../arrivals.ts';
import { emit, emitActor } from '../events.ts';
import { bankId, businessId, loanId } from '../ids.ts';
import { dismissAll } from '../labour.ts';
import { BUSINESS_STATUS } from '../layout.ts';
import {
  actorAccount,
  bankAccount,
  businessAccount,
  COMMONS,
  FEDERAL,
  issue,
  move,
  repayFrom,
  writeOff,
} from '../ledger.ts';
import { indexBusinesses, type World } from '../state.ts';

export function closeFailed(w: World): void {
  const { status, idleMonths } = w.business;
  for (let f = 0; f < w.rows.business; f++) {
    if (status[f] !== 1) continue;
    idleMonths[f] = (w.lists.staff[f]?.length ?? 0) > 0 ? 0 : idleMonths[f] + 1;
    const reason = failureOf(w, f);
    if (reason !== undefined) windUp(w, f, BUSINESS_STATUS.bankrupt, reason);
  }
  indexBusinesses(w);
}

function failureOf(w: World, f: number): string | undefined {
  const { idleMonths, missedPayroll, debt, wage, units } = w.business;
  const { params } = w;
  if (idleMonths[f] > params.idleLimit) return 'idle';
  if (missedPayroll[f] >= params.missedPayrollLimit) return 'payroll_missed';
  const most = params.defaultMultiple * params.leverage * wage[f] * Math.max(1, units[f]);
  return debt[f] > most ? 'over_indebted' : undefined;
}

/** Pays debts first, dismisses staff, pays the rest to the owner. Callers must reindex the businesses afterwards. */
export function windUp(w: World, f: number, status: number, reason: string): void {
  const { deposit, debt, city, owner } = w.business;
  const [account, bank] = [businessAccount(f), city[f]];
  const repaid = Math.min(deposit[f], debt[f]);
  if (repaid > 0) {
    repayFrom(w, bank, account, repaid);
    debt[f] -= repaid;
  }
  const losses = debt[f];
  if (losses > 0) bearLoss(w, f, losses);
  move(w, account, owner[f] < 0 ? COMMONS : actorAccount(owner[f]), deposit[f], 'CAPITAL');
  for (const h of w.lists.staff[f] ?? []) emitActor(w, 'actor.unemployed', h, { reason: 'business_closed' });
  dismissAll(w, f);
  w.business.status[f] = status;
  w.business.vacancies[f] = 0;
  w.side.offers = w.side.offers.filter(({ business }) => business !== f);
  if (status === BUSINESS_STATUS.bankrupt) w.city.bankrupt[city[f]] += 1;
  const kind = status === BUSINESS_STATUS.bankrupt ? 'business.bankrupt' : 'business.closed';
  emit(w, kind, {
    business: f,
    city: city[f],
    subject: { type: 'business', id: businessId(w, f) },
    data: { reason, losses },
  });
}

/** The bank's own funds bear the loss first, then the federal treasury, then an issue that later surplus retires first. */
function bearLoss(w: World, f: number, loss: number): void {
  const bank = w.business.city[f];
  const missing = loss - Math.min(loss, w.bank.deposit[bank]);
  if (missing > 0) recapitalise(w, bank, missing);
  writeOff(w, bank, loss);
  w.bank.losses[bank] += loss;
  w.city.writtenOff[bank] += loss;
  w.business.debt[f] = 0;
  const data = { loanId: loanId(w, f), bankId: bankId(w, bank), amount: loss, outstanding: 0 };
  emit(w, 'loan.written_off', { business: f, city: bank, subject: { type: 'loan', id: data.loanId }, data });
}

function recapitalise(w: World, bank: number, missing: number): void {
  const fromFederal = Math.min(missing, federalFree(w));
  move(w, FEDERAL, bankAccount(bank), fromFederal, 'CAPITAL');
  const issued = missing - fromFederal;
  if (issued > 0) {
    issue(w, bankAccount(bank), issued, 'CAPITAL');
    w.nation.recapOutstanding += issued;
    const data = { amount: issued, reason: 'recapitalisation', reference: bankId(w, bank) };
    emit(w, 'money.issued', { city: bank, subject: { type: 'bank', id: data.reference }, data });
  }
  const data = { bankId: bankId(w, bank), amount: missing, source: issued > 0 ? 'issue' : 'federal' };
  emit(w, 'bank.recapitalised', { city: bank, subject: { type: 'bank', id: data.bankId }, data });
}
