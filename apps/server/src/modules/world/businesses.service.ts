import { view, type World } from '@assay/economy/world';
import {
  BUSINESS_HISTORY_MONTHS_MAX,
  Business,
  BusinessSummary,
  LOAN_PAYMENTS_MAX,
  Loan,
  Payroll,
} from '@assay/protocol';
import { z } from 'zod';
import { known } from './actors.service.ts';
import type { BusinessMonth, WorldMonthStore } from './months.store.ts';
import { type ForSaleAsked, hourly, isOffered, type PageAsked, priceKey, type Reading } from './reading.ts';

type Deps = { readonly reading: Reading; readonly months: WorldMonthStore };
type Sort = 'name' | 'sales' | 'workers' | 'founded' | 'price';
type BusinessesAsked = PageAsked &
  ForSaleAsked & {
    readonly cityId?: string | undefined;
    readonly ownerId?: string | undefined;
    readonly sector?: BusinessSummary['sector'] | undefined;
    readonly type?: BusinessSummary['type'] | undefined;
    readonly status?: BusinessSummary['status'] | undefined;
    readonly q?: string | undefined;
    readonly sort: Sort;
  };
type LoansAsked = PageAsked & {
  readonly role?: 'BORROWER' | 'LENDER' | undefined;
  readonly status?: Loan['status'] | undefined;
};

const salesOf = hourly((world: World) => {
  const ids = view.businesses(world).map(({ id }) => id);
  return new Map<string, number>(ids.map((id) => [id, Number(view.business(world, id)?.salesMonth ?? 0n)]));
});

/** Businesses and banks, their staff and their debts. */
export function createBusinesses({ reading, months }: Deps) {
  const read = (id: string) => known(view.business(reading.world(), id), 'business_not_found');

  return {
    list({ sort, limit, cursor, cityId, ownerId, ...asked }: BusinessesAsked) {
      const world = reading.world();
      const sales = salesOf(world);
      const inPlace = view.businesses(world, { ...(cityId && { cityId }), ...(ownerId && { ownerId }) });
      const found = inPlace.filter((business) => isOffered(business, asked) && fits(business, asked));
      const keyOf = (business: BusinessSummary): [string | number, string] => {
        const { id, name, workers, foundedTick } = business;
        const price = priceKey(business);
        const by = { name, sales: -(sales.get(id) ?? 0), workers: -workers, founded: -foundedTick, price };
        return [by[sort], id];
      };
      const { items, nextCursor } = reading.page(found, keyOf, { limit, cursor });
      return { items: items.map((business) => z.encode(BusinessSummary, business)), nextCursor };
    },

    async read(id: string) {
      read(id);
      const past = await months.listBusiness(id, BUSINESS_HISTORY_MONTHS_MAX);
      const history = past.map(({ tick, unitPrice, wage, workers, sales, profit }) => {
        return { tick, unitPrice, wage, workers, sales, profit };
      });
      return z.encode(Business, { ...read(id), history });
    },

    async payroll(id: string, asked: PageAsked) {
      known(view.payroll(reading.world(), id), 'business_not_found');
      const past = await months.listBusiness(id, BUSINESS_HISTORY_MONTHS_MAX);
      const { items, nextCursor } = reading.page(
        past.flatMap(toPayments),
        ({ tick, actorId }) => [-tick, actorId],
        asked,
      );
      const { employees, totals, businessId } = known(view.payroll(reading.world(), id), 'business_not_found');
      return z.encode(Payroll, { businessId, employees, totals, items, nextCursor });
    },

    async loans(id: string, { role, status, ...asked }: LoansAsked) {
      const all = known(view.loans(reading.world(), id), 'business_not_found');
      const found = all.filter(
        ({ bankId, status: now }) =>
          (role === undefined || (role === 'LENDER') === (bankId === id)) && (status === undefined || now === status),
      );
      const { items, nextCursor } = reading.page(found, ({ id: loanId, issuedTick }) => [-issuedTick, loanId], asked);
      const payments = await months.listPayments(items.map(({ borrower }) => borrower.id));
      const loans = items.map((loan) =>
        z.encode(Loan, { ...loan, payments: toRepayments(payments.get(loan.borrower.id)) }),
      );
      return { items: loans, nextCursor };
    },
  };
}

function fits(
  business: BusinessSummary,
  { sector, type, status, q }: Pick<BusinessesAsked, 'sector' | 'type' | 'status' | 'q'>,
): boolean {
  return (
    (sector === undefined || business.sector === sector) &&
    (type === undefined || business.type === type) &&
    (status === undefined || business.status === status) &&
    (q === undefined || business.name.toLowerCase().includes(q.toLowerCase()))
  );
}

const toPayments = ({ tick, payroll }: BusinessMonth): Payroll['items'] =>
  payroll.map(([actorId, gross, net, paidBp]) => ({
    id: `${tick}/${actorId}`,
    tick,
    actorId: actorId as Payroll['items'][number]['actorId'],
    gross: BigInt(gross),
    tax: BigInt(gross) - BigInt(net),
    net: BigInt(net),
    paidBp,
    journalId: null,
  }));

const toRepayments = (months: readonly BusinessMonth[] = []): Loan['payments'] =>
  months.slice(0, LOAN_PAYMENTS_MAX).map(({ tick, principal, interest }) => ({ tick, principal, interest }));
