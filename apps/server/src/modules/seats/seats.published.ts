import type { SeatRow } from './seats.store.ts';

/** Events of seats, published in the transaction of the change. */
export type SeatEvent =
  /** The validator is about to commit or reveal. The owner of the round takes the preceding locks. */
  | { readonly type: 'seat.acting'; readonly seat: SeatRow }
  /** The validator has committed or revealed. The owner of the round continues. */
  | { readonly type: 'seat.acted'; readonly seat: SeatRow };
