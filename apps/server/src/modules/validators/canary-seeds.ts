import { createHmac } from 'node:crypto';
import { Hash32 } from '@assay/protocol';

/** Derives the secret seed of a canary from that of its panel, which becomes public after its round. */
export const createCanarySeeds =
  (key: Buffer) =>
  (seed: Hash32): Hash32 =>
    Hash32.parse(`0x${createHmac('sha256', key).update(seed).digest('hex')}`);
