import type { EventKind, RandomBytes } from '@assay/protocol';
import { ownedEvent } from '../../platform/events/index.ts';
import type { PluginTransaction } from './plugins.transaction.ts';

type Told = { readonly id: string; readonly ownerActorId: string };

type Sale = { readonly price: bigint; readonly journalId: string | null };

/** What the owner of a plugin hears. */
export function createPluginEvents({ random, clock }: { random: RandomBytes; clock: { now(): Date } }) {
  const add = (
    tx: Pick<PluginTransaction, 'events'>,
    kind: EventKind,
    { id, ownerActorId }: Told,
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
      told: Told,
      from: string | null,
      to: string,
      review: unknown = null,
    ) => add(tx, 'plugin.state_changed', told, { from, to, review }),
    equippedIn: (tx: Pick<PluginTransaction, 'events'>, told: Told, slotIndex: number) =>
      add(tx, 'plugin.equipped', told, { slotIndex }),
    purchasedIn: (tx: Pick<PluginTransaction, 'events'>, told: Told, { price, journalId }: Sale) =>
      add(tx, 'plugin.purchased', told, { price: price.toString() }, journalId === null ? [] : [journalId]),
  };
}
export type PluginEvents = ReturnType<typeof createPluginEvents>;
