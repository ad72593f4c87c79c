/** Stores monthly data that the kernel discards: figures of cities and businesses, wages, and debt payments. */
import { POSTING_KINDS, type StepResult, TICKS_PER_MONTH, view, type World } from '@assay/economy/world';
import { BUSINESS_HISTORY_MONTHS_MAX, Snapshot } from '@assay/protocol';
import { z } from 'zod';
import type { BusinessMonth, WireSnapshot, WorldMonthStore } from './months.store.ts';
import type { WorldTicked } from './world.published.ts';

type Tx = { readonly worldMonths: WorldMonthStore };
type Paid = { principal: bigint; interest: bigint };

const encode = (snapshot: Snapshot): WireSnapshot => z.encode(Snapshot, snapshot);
const KEPT_TICKS = BUSINESS_HISTORY_MONTHS_MAX * TICKS_PER_MONTH;

/** Stores the months that precede the creation of the world. */
export async function storePastMonths(tx: Tx, world: World): Promise<void> {
  const past = view.cityIds(world).flatMap((id) => view.economyHistory(world, id) ?? []);
  await tx.worldMonths.insertCities(past.map(encode));
}

export async function storeMonth(tx: Tx, { world, step }: WorldTicked): Promise<void> {
  if (step.tick % TICKS_PER_MONTH !== 0) return;
  const closed = view.cityIds(world).flatMap((id) => view.economyHistory(world, id)?.[0] ?? []);
  await tx.worldMonths.insertCities(closed.map(encode));
  await tx.worldMonths.insertBusinesses(toBusinessMonths(world, step));
  await tx.worldMonths.dropBusinessesBefore(step.tick - KEPT_TICKS);
}

function toBusinessMonths(world: World, step: StepResult): BusinessMonth[] {
  const paid = debtsPaid(world, step);
  return view.businesses(world).flatMap(({ id }): BusinessMonth[] => {
    const business = view.business(world, id);
    if (business === undefined) return [];
    const { unitPrice, wage, workers, salesMonth: sales, profitMonth: profit } = business;
    const { principal, interest } = paid.get(id) ?? { principal: 0n, interest: 0n };
    const wages = view.payroll(world, id)?.items.filter(({ tick }) => tick === step.tick) ?? [];
    const payroll = wages.map(
      ({ actorId, gross, net, paidBp }) => [actorId, gross.toString(), net.toString(), paidBp] as const,
    );
    const figures = { unitPrice, wage, workers, sales, profit, principal, interest };
    return [{ businessId: id, tick: step.tick, ...figures, payroll }];
  });
}

const LOAN = POSTING_KINDS.indexOf('LOAN');
const INTEREST = POSTING_KINDS.indexOf('INTEREST');

/** Payments of each business on loans and interest. */
function debtsPaid(world: World, { postings }: StepResult): Map<string, Paid> {
  const { from, kind, amount, count } = postings.columns;
  const paid = new Map<string, Paid>();
  for (let place = 0; place < count; place++) {
    if (kind[place] !== LOAN && kind[place] !== INTEREST) continue;
    const { type, id } = view.account(world, from[place] ?? 0);
    if (type !== 'business') continue;
    const sum = paid.get(id) ?? { principal: 0n, interest: 0n };
    sum[kind[place] === LOAN ? 'principal' : 'interest'] += BigInt(amount[place] ?? 0);
    paid.set(id, sum);
  }
  return paid;
}
