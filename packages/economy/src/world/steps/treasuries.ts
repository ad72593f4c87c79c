/** Steps r and s: full treasuries pay rebates, and rich cities support poor ones. */
import { federalFree, isEntitled, keepFromEqualisation, keepFromRebate, payOwed } from '../arrivals.ts';
import type { Rows } from '../columns.ts';
import { emit } from '../events.ts';
import { cityId } from '../ids.ts';
import { isUnemployed } from '../labour.ts';
import { actorAccount, cityAccount, FEDERAL, move } from '../ledger.ts';
import { presentCount } from '../presence.ts';
import { residents, type World } from '../state.ts';

export function payRebates(w: World): void {
  const people = residents(w);
  const { deposit, publicWage, population, unemployed } = w.city;
  for (let c = 0; c < w.rows.city; c++) {
    const local = people[c] as Rows;
    const cap = Math.floor(w.params.treasuryCap * publicWage[c] * local.length);
    const entitled = local.filter((h) => isEntitled(w, h));
    keepFromRebate(w, c, Math.max(0, deposit[c] - cap));
    const share = Math.floor((deposit[c] - cap) / Math.max(1, entitled.length));
    if (share > 0) rebate(w, c, entitled, share);
    population[c] = local.length;
    unemployed[c] = 0;
    for (const h of local) if (isUnemployed(w, h)) unemployed[c] += 1;
  }
}

/** A rebate returns a surplus. It is not counted as spending, which would shorten the treasury's runway. */
function rebate(w: World, c: number, people: Rows, share: number): void {
  for (const h of people) move(w, cityAccount(c), actorAccount(h), share, 'REBATE');
  const data = { amount: share * people.length, perHead: share };
  emit(w, 'city.rebate_paid', { city: c, subject: { type: 'city', id: cityId(w, c) }, data });
}

export function equalise(w: World): void {
  const { deposit, population } = w.city;
  let total = 0;
  for (let c = 0; c < w.rows.city; c++) total += deposit[c];
  const fair = (c: number): number => (total * population[c]) / presentCount(w);
  let [collected, need] = [0, 0];
  for (let c = 0; c < w.rows.city; c++) {
    const surplus = deposit[c] - fair(c);
    if (surplus > 0) collected += move(w, cityAccount(c), FEDERAL, surplus * w.params.equalisation, 'GRANT');
    else need -= surplus;
  }
  collected -= keepFromEqualisation(w, collected);
  payOwed(w);
  if (need <= 0 || collected <= 0) return;
  const helped: string[] = [];
  for (let c = 0; c < w.rows.city; c++) {
    const gap = fair(c) - deposit[c];
    if (gap <= 0) continue;
    const grant = Math.min(federalFree(w), Math.floor((collected * gap) / need));
    if (move(w, FEDERAL, cityAccount(c), grant, 'GRANT') > 0) helped.push(cityId(w, c));
  }
  emit(w, 'federal.equalised', {
    subject: { type: 'world', id: 'federal' },
    data: { amount: collected, cityIds: helped },
  });
}
