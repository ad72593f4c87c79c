import type { SeatRow } from './seats.store.ts';

/** What seats tell others, in the transaction in which it happens. */
export type SeatEvent =
  /** Its validator is about to commit or reveal. Whoever runs its round takes the locks that come before a seat. */
  | { readonly type: 'seat.acting'; readonly seat: SeatRow }
  /** It has committed or revealed. Whoever runs its round looks what follows. */
  | { readonly type: 'seat.acted'; readonly seat: SeatRow };
