import type { EventStore, PublishedRow } from '../events/index.ts';
import type { Logger } from '../log/index.ts';
import { isTransientError } from './transient-error.ts';

type FollowerTx = { readonly events: Pick<EventStore, 'lockCursor' | 'moveCursor' | 'listAfter'> };
type Deps<Tx extends FollowerTx> = {
  /** The name of the follower's row in `event_cursors`. */
  readonly name: string;
  readonly inTransaction: <T>(work: (tx: Tx) => Promise<T>) => Promise<T>;
  /** The number of events that one transaction may take. */
  readonly pageOf: (tx: Tx) => Promise<number>;
  readonly handle: (tx: Tx, published: readonly PublishedRow[]) => Promise<void>;
  readonly onSkipped: () => void;
  readonly log: Logger;
};

/** After a failed page, this many events are taken singly to find the one that fails. */
const SINGLE_EVENTS = 100;

/**
 * Handles published events in order, each once, one process at a time, in transactions separate from the one that
 * numbers them. An event that fails on its own is skipped, so that it does not block the events behind it.
 */
export function createEventFollower<Tx extends FollowerTx>(deps: Deps<Tx>) {
  const { name, inTransaction, pageOf, handle, onSkipped, log } = deps;
  let singles = 0;

  /** Returns the number of events taken: 0 when there are none or another process holds the cursor. */
  const take = (isSingle: boolean): Promise<number> =>
    inTransaction(async (tx) => {
      const from = await tx.events.lockCursor(name);
      if (from === undefined) return 0;
      const published = await tx.events.listAfter(from, [], isSingle ? 1 : await pageOf(tx));
      const last = published.at(-1);
      if (last === undefined) return 0;
      await handle(tx, published);
      await tx.events.moveCursor(name, last.seq);
      return published.length;
    });

  const skip = (error: unknown): Promise<number> =>
    inTransaction(async (tx) => {
      const from = await tx.events.lockCursor(name);
      const [event] = from === undefined ? [] : await tx.events.listAfter(from, [], 1);
      if (event === undefined) return 0;
      await tx.events.moveCursor(name, event.seq);
      log.error({ err: error, follower: name, eventId: event.id }, 'an event could not be handled and was skipped');
      onSkipped();
      return 1;
    });

  /** The work function of a work loop. */
  return async (): Promise<number> => {
    const isSingle = singles > 0;
    try {
      const taken = await take(isSingle);
      singles = Math.max(0, singles - taken);
      return taken;
    } catch (error) {
      if (isTransientError(error)) throw error;
      if (isSingle) return skip(error);
      singles = SINGLE_EVENTS;
      log.warn({ err: error, follower: name }, 'a page of events could not be handled; they are taken one by one');
      return 1;
    }
  };
}
