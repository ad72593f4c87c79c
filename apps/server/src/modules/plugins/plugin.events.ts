import type { EventKind, RandomBytes } from '@assay/protocol';
import { ownedEvent } from '../../platform/events/index.ts';
import type { PluginTransaction } from './plugins.transaction.ts';

type Told = { readonly id: string; readonly ownerActorId: string };

/** What the owner of a plugin hears. */
export function createPluginEvents({ random, clock }: { random: RandomBytes; clock: { now(): Date } }) {
  const add = (
    tx: Pick<PluginTransaction, 'events'>,
    kind: EventKind,
    { id, ownerActorId }: Told,
    data: Record<string, unknown>,
  ): Promise<void> => {
    const subject = { type: 'plugin', id };
    return tx.events.addAll([
      ownedEvent({ kind, at: clock.now(), subject, owner: `actor:${ownerActorId}`, data }, random),
    ]);
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
    purchasedIn: (tx: Pick<PluginTransaction, 'events'>, told: Told, price: bigint) =>
      add(tx, 'plugin.purchased', told, { price: price.toString() }),
  };
}
export type PluginEvents = ReturnType<typeof createPluginEvents>;
