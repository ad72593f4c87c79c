import type { EventKind, RandomBytes } from '@assay/protocol';
import { ownedEvent } from '../../platform/events/index.ts';
import type { PluginTransaction } from './plugins.transaction.ts';

type EventSubject = { readonly id: string; readonly ownerActorId: string };

type Sale = { readonly price: bigint; readonly journalId: string | null };

/** Events for the owner of a plugin. */
export function createPluginEvents({ random, clock }: { random: RandomBytes; clock: { now(): Date } }) {
  const add = (
    tx: Pick<PluginTransaction, 'events'>,
    kind: EventKind,
    { id, ownerActorId }: EventSubject,
    data: Record<string, unknown>,
    journalIds: string[] = [],
  ): Promise<void> => {
    const subject = { type: 'plugin', id };
    const event = ownedEvent({ kind, at: clock.now(), subject, owner: `actor:${ownerActorId}`, data }, random);
    return tx.events.addAll([{ ...event, journalIds }]);
  };
  return {
    stateChangedIn: (
      tx: Pick<PluginTransaction, 'events'>,
      subject: EventSubject,
      from: string | null,
      to: string,
      review: unknown = null,
    ) => add(tx, 'plugin.state_changed', subject, { from, to, review }),
    equippedIn: (tx: Pick<PluginTransaction, 'events'>, subject: EventSubject, slotIndex: number) =>
      add(tx, 'plugin.equipped', subject, { slotIndex }),
    purchasedIn: (tx: Pick<PluginTransaction, 'events'>, subject: EventSubject, { price, journalId }: Sale) =>
      add(tx, 'plugin.purchased', subject, { price: price.toString() }, journalId === null ? [] : [journalId]),
  };
}
export type PluginEvents = ReturnType<typeof createPluginEvents>;
