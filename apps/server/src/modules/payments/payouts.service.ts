import type { RegistryEvent } from '../registry/index.ts';
import type { Bounties } from './bounties.service.ts';
import type { PaymentTransaction } from './payments.transaction.ts';
import type { Refunds } from './refunds.service.ts';

type Deps = { readonly refunds: Pick<Refunds, 'paidIn'>; readonly bounties: Pick<Bounties, 'paidIn'> };
type Final = Extract<RegistryEvent, { readonly type: 'payout.final' }>;

/** Closes refunds and bounties whose token transfer is final on the chain. */
export function createPayouts({ refunds, bounties }: Deps) {
  return {
    async close(tx: PaymentTransaction, { ref, txHash, network }: Final): Promise<void> {
      if (ref.type === 'refund') await refunds.paidIn(tx, ref.id, txHash);
      else await bounties.paidIn(tx, ref.id, { txHash, network });
    },
  };
}
