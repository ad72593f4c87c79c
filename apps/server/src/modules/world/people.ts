import type { ValidatorProfile, ValidatorState, Wallet } from '@assay/protocol';
import type { z } from 'zod';

/** What the service knows of an actor and the kernel does not. */
export type People = {
  readonly walletOf: (actorId: string) => Promise<string | null>;
  readonly profileOf: (actorId: string) => Promise<z.input<typeof ValidatorProfile> | null>;
  readonly statesOf: () => Promise<ReadonlyMap<string, ValidatorState>>;
  /** Marks of an actor that lie outside its purse. */
  readonly lockedOf: (actorId: string) => Promise<Wallet['breakdown']>;
  /** What its wallet holds on the chain; null when the chain does not answer in time. */
  readonly onChainOf: (walletAddress: string) => Promise<z.input<typeof Wallet>['onChain']>;
};

export const sumLocked = ({ stake, bonds, escrow, vesting }: Wallet['breakdown']): bigint =>
  stake + bonds + escrow + vesting;
