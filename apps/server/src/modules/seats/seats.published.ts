import type { SeatRow } from './seats.store.ts';

/** What seats tell others, in the transaction in which it happens. */
export type SeatEvent =
  /** Its validator is about to commit or reveal. The owner of its round takes the preceding locks. */
  | { readonly type: 'seat.acting'; readonly seat: SeatRow }
  /** It has committed or revealed. The owner of its round continues. */
  | { readonly type: 'seat.acted'; readonly seat: SeatRow };
