/** The fixed order of the steps of one tick. */

import { checkLicences } from '../licences.ts';
import { DAYS_PER_MONTH, DAYS_PER_WEEK, HOURS_PER_DAY } from '../params.ts';
import { servePersonalLoans } from '../personal-loans.ts';
import { enactPassed } from '../policy.ts';
import { openJournal } from '../recorder.ts';
import type { World } from '../state.ts';
import { priceCredit } from './banks.ts';
import { build } from './building.ts';
import { closeFailed } from './business-failures.ts';
import { openBusinesses } from './business-openings.ts';
import { payCommons, payMonth } from './business-payments.ts';
import { keepChosen, planConsumption } from './consumption.ts';
import { lendToBusinesses } from './credit.ts';
import { adjustHousing, payRents } from './housing.ts';
import { payIncomes } from './incomes.ts';
import { drawOrder, matchWeek } from './matching.ts';
import { migrate } from './migration.ts';
import { closeStatistics } from './month-statistics.ts';
import { ageMonth, dismissByNotice } from './monthly-changes.ts';
import { planBusinesses } from './planning.ts';
import { produce } from './production.ts';
import { tradeProperty } from './property-trade.ts';
import { fillPublicPosts } from './public-posts.ts';
import { proposeByInterest } from './resident-proposals.ts';
import { drawShocks, separate } from './shocks.ts';
import { shop } from './shopping.ts';
import { equalise, payRebates } from './treasuries.ts';

type Step = readonly [letter: string, run: (w: World) => void];

function openPolicies(w: World): void {
  enactPassed(w);
  proposeByInterest(w);
  checkLicences(w);
}

const OPEN_MONTH: readonly Step[] = [
  // One step, not two: an additional step would shift the numbers of all later journals and change every recorded hash.
  ['policy', openPolicies],
  ['a', drawShocks],
  ['notice', dismissByNotice],
  ['b', separate],
  ['c', planBusinesses],
  ['d', lendToBusinesses],
  ['e', fillPublicPosts],
  ['f', planConsumption],
  ['suppliers', keepChosen],
];

const CLOSE_MONTH: readonly Step[] = [
  ['j', build],
  ['k', payMonth],
  ['l', payCommons],
  ['m', closeFailed],
  ['n', priceCredit],
  ['o', payIncomes],
  ['loans', servePersonalLoans],
  ['p', payRents],
  ['property', tradeProperty],
  ['q', adjustHousing],
  ['r', payRebates],
  ['s', equalise],
  ['t', openBusinesses],
  ['u', migrate],
  ['age', ageMonth],
  ['v', closeStatistics],
];

function run(w: World, steps: readonly Step[]): void {
  for (const [letter, step] of steps) {
    openJournal(w.out, { type: 'step', id: letter });
    step(w);
  }
}

export function closeMonth(w: World): void {
  run(w, CLOSE_MONTH);
}

export function openMonth(w: World): void {
  run(w, OPEN_MONTH);
  drawOrder(w);
}

export function runWeek(w: World): void {
  const week = Math.floor(w.tick / (HOURS_PER_DAY * DAYS_PER_WEEK)) % (DAYS_PER_MONTH / DAYS_PER_WEEK);
  openJournal(w.out, { type: 'step', id: 'g' });
  matchWeek(w, week);
}

export function runDay(w: World): void {
  const day = Math.floor(w.tick / HOURS_PER_DAY) % DAYS_PER_MONTH;
  openJournal(w.out, { type: 'step', id: 'h' });
  produce(w);
  openJournal(w.out, { type: 'step', id: 'i' });
  shop(w, day);
}
