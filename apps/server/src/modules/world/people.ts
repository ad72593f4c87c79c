import type { ValidatorProfile, ValidatorState, Wallet } from '@assay/protocol';
import type { z } from 'zod';

/** What the service knows about an actor and the kernel does not. */
export type People = {
  readonly walletOf: (actorId: string) => Promise<string | null>;
  readonly profileOf: (actorId: string) => Promise<z.input<typeof ValidatorProfile> | null>;
  readonly statesOf: () => Promise<ReadonlyMap<string, ValidatorState>>;
  /** Marks of an actor outside its purse. */
  readonly lockedOf: (actorId: string) => Promise<Wallet['breakdown']>;
  /** Their sum at each of these times. */
  readonly lockedAt: (actorId: string, times: readonly Date[]) => Promise<readonly bigint[]>;
  /** The event and transaction of each posting of its purse. */
  readonly trailsOf: (actorId: string, booked: readonly Booked[]) => Promise<readonly Trail[]>;
  /** The wallet's balances on the chain. Null when the chain does not answer in time. */
  readonly onChainOf: (walletAddress: string) => Promise<z.input<typeof Wallet>['onChain']>;
};

type Booked = { readonly journalId: string; readonly reference: string | null };
/** The event that reported the posting, and the payment on the chain behind it. */
export type Trail = { readonly eventId: string | null; readonly txHash: string | null };

export const sumLocked = ({ stake, bonds, escrow, vesting }: Wallet['breakdown']): bigint =>
  stake + bonds + escrow + vesting;
