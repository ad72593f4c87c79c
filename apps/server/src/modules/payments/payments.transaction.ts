import type { EventStore } from '../../platform/events/index.ts';
import type { PurseTransaction } from '../purse/index.ts';
import type { OperatorQueue } from '../support/index.ts';
import type { SigningKeys } from '../trust/index.ts';
import type { BountyStore } from './bounties.store.ts';
import type { ClaimStore } from './claims.store.ts';
import type { IntentStore } from './intents.store.ts';
import type { PaymentEvent } from './payments.published.ts';
import type { RefundStore } from './refunds.store.ts';

/** The stores of one transaction. */
export type PaymentTransaction = PurseTransaction & {
  readonly intents: IntentStore;
  readonly claims: ClaimStore;
  readonly refunds: RefundStore;
  readonly bounties: BountyStore;
  readonly events: EventStore;
  readonly operatorQueue: OperatorQueue;
  readonly signingKeys: Pick<SigningKeys, 'current'>;
  readonly publish: (event: PaymentEvent) => Promise<void>;
};
export type InTransaction = <T>(work: (stores: PaymentTransaction) => Promise<T>) => Promise<T>;
