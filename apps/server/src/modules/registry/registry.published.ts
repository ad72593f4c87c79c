import type { Hex } from './chain.port.ts';
import type { OutboxState } from './outbox.store.ts';

/** An outgoing token payment. */
export type Payout = {
  readonly ref: { readonly type: 'refund' | 'bounty'; readonly id: string };
  readonly network: string;
  readonly embedded: boolean;
  readonly token: Hex;
  readonly to: Hex;
  readonly amount: bigint;
};

/** Events of the registry, published in the transaction of the change. */
export type RegistryEvent =
  | {
      readonly type: 'anchor.changed';
      readonly certificateId: string;
      readonly network: string;
      readonly state: OutboxState;
      readonly txHash: Hex | null;
      readonly blockNumber: number | null;
    }
  /** The transfer is final on the chain. */
  | {
      readonly type: 'payout.final';
      readonly ref: Payout['ref'];
      readonly network: string;
      readonly txHash: Hex | null;
    };
