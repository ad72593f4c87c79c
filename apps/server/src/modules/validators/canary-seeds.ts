import { createHmac } from 'node:crypto';
import { Hash32 } from '@assay/protocol';

/** The same for the same seed, and known to nobody: the seed of a panel is public once its round is over. */
export const createCanarySeeds =
  (key: Buffer) =>
  (seed: Hash32): Hash32 =>
    Hash32.parse(`0x${createHmac('sha256', key).update(seed).digest('hex')}`);
