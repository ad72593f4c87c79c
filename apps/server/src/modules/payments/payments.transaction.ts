import type { EventStore } from '../../platform/events/index.ts';
import type { Ledger } from '../ledger/index.ts';
import type { Desk } from '../support/index.ts';
import type { BountyStore } from './bounties.store.ts';
import type { Hex } from './chain.port.ts';
import type { ClaimStore } from './claims.store.ts';
import type { IntentRow, IntentStore } from './intents.store.ts';
import type { RefundStore } from './refunds.store.ts';

/** What changes together: the stores of one transaction. */
export type PaymentTransaction = {
  readonly intents: IntentStore;
  readonly claims: ClaimStore;
  readonly refunds: RefundStore;
  readonly bounties: BountyStore;
  readonly ledger: Ledger;
  readonly events: EventStore;
  readonly desk: Desk;
  /** Sends tokens, once for each `ref` however often it is asked. */
  readonly payouts: { send(payout: Payout): Promise<void> };
  /** Gives what a paid request asked for, or makes its money due back. */
  readonly purchases: { deliver(intent: IntentRow): Promise<void> };
};
export type Payout = {
  readonly ref: { readonly type: 'refund' | 'bounty'; readonly id: string };
  readonly network: string;
  readonly embedded: boolean;
  readonly token: Hex;
  readonly to: Hex;
  readonly amount: bigint;
};
export type InTransaction = <T>(work: (stores: PaymentTransaction) => Promise<T>) => Promise<T>;
