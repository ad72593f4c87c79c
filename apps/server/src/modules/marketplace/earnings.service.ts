import { EARNINGS_LISTINGS_MAX, EARNINGS_MONTHS_MAX, type Earnings, ListingId } from '@assay/protocol';
import type { z } from 'zod';
import type { Actor } from '../../platform/auth/index.ts';
import type { EarningsStore, MonthRow } from './earnings.store.ts';
import { payableFrom } from './sale.policy.ts';

type Deps = { readonly stores: { readonly earnings: EarningsStore } };
type Answer = z.input<typeof Earnings>;

const NOTHING: Answer['totals'] = { licences: 0, held: '0', paidOut: '0', fees: '0', refunded: '0' };
const toSums = ({ licences, held, paidOut, fees, refunded }: Answer['totals']): Answer['totals'] => ({
  licences,
  held,
  paidOut,
  fees,
  refunded,
});
const isMonth = (row: MonthRow): row is MonthRow & { readonly month: string } => row.month !== null;

/** The caller's earnings from licences: held, paid out and refunded. */
export function createEarnings({ stores }: Deps) {
  return async function read({ actorId }: Actor): Promise<Answer> {
    const [months, listings] = await Promise.all([
      stores.earnings.listMonths(actorId, EARNINGS_MONTHS_MAX),
      stores.earnings.listSold(actorId, EARNINGS_LISTINGS_MAX),
    ]);
    const total = months.find(({ month }) => month === null);
    const heldSince = total?.heldSince ?? null;
    return {
      totals: total === undefined ? NOTHING : toSums(total),
      nextPayoutAt: heldSince === null ? null : payableFrom(new Date(heldSince)).toISOString(),
      months: months.filter(isMonth).map((row) => ({ month: row.month, ...toSums(row) })),
      listings: listings.map(({ listingId, name, version, state, price, ...sums }) => ({
        listingId: ListingId.parse(listingId),
        name,
        version,
        state,
        price,
        ...sums,
      })),
    };
  };
}
export type ReadEarnings = ReturnType<typeof createEarnings>;
