import { createHmac } from 'node:crypto';
import { Hash32 } from '@assay/protocol';

/** The salt of a hosted seat: the same for the same seat, and known to nobody before it is revealed. */
export const createSalts =
  (key: Buffer) =>
  (seatId: string): Hash32 =>
    Hash32.parse(`0x${createHmac('sha256', key).update(seatId).digest('hex')}`);
