import { createHmac } from 'node:crypto';
import { Hash32 } from '@assay/protocol';

/** The salt of a hosted seat: deterministic per seat, and secret until the reveal. */
export const createSalts =
  (key: Buffer) =>
  (seatId: string): Hash32 =>
    Hash32.parse(`0x${createHmac('sha256', key).update(seatId).digest('hex')}`);
