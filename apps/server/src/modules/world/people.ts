import type { ValidatorProfile, ValidatorState, Wallet } from '@assay/protocol';
import type { z } from 'zod';

/** What the service knows of an actor and the kernel does not. */
export type People = {
  readonly walletOf: (actorId: string) => Promise<string | null>;
  readonly profileOf: (actorId: string) => Promise<z.input<typeof ValidatorProfile> | null>;
  readonly statesOf: () => Promise<ReadonlyMap<string, ValidatorState>>;
  /** Marks of an actor that lie outside its purse. */
  readonly lockedOf: (actorId: string) => Promise<Wallet['breakdown']>;
  /** The same in sum, as it was at each of these times. */
  readonly lockedAt: (actorId: string, times: readonly Date[]) => Promise<readonly bigint[]>;
  /** Where postings of its purse lead to, one for each. */
  readonly trailsOf: (actorId: string, booked: readonly Booked[]) => Promise<readonly Trail[]>;
  /** What its wallet holds on the chain; null when the chain does not answer in time. */
  readonly onChainOf: (walletAddress: string) => Promise<z.input<typeof Wallet>['onChain']>;
};

type Booked = { readonly journalId: string; readonly reference: string | null };
/** The event that told of it, and the payment on the chain that it came from. */
export type Trail = { readonly eventId: string | null; readonly txHash: string | null };

export const sumLocked = ({ stake, bonds, escrow, vesting }: Wallet['breakdown']): bigint =>
  stake + bonds + escrow + vesting;
