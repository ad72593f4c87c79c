import { isOwnMoney, mayCount, TIES_DAYS } from './sale.policy.ts';
import type { SaleStore } from './sales.store.ts';

type Offered = {
  /** The lineage of a listing, or the id of a plugin. */
  readonly productId: string;
  readonly sellerActorId: string;
  readonly buyerActorId: string;
  readonly price: bigint;
  readonly isTied: boolean;
  readonly upgradedFrom: string | null;
};

const DAY_MS = 86_400_000;

/** Older gifts and payments between two actors do not tie them. */
export const tiesSince = (now: Date): Date => new Date(now.getTime() - TIES_DAYS * DAY_MS);

/** The sources of the money of a sale that ranks; null for a sale that does not. Call it under the lock of the product. */
export async function rankedSources(
  sales: Pick<SaleStore, 'findFunding'>,
  offered: Offered,
  now: Date,
): Promise<readonly string[] | null> {
  if (!mayCount(offered)) return null;
  const funding = await sales.findFunding(offered, tiesSince(now));
  return isOwnMoney(offered.price, funding) ? funding.sources : null;
}
