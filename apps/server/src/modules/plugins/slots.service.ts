import { type AssignSlotRequest, PLUGIN_LIMITS, PluginId, type PluginSlots, Problem, SlotIndex } from '@assay/protocol';
import type { z } from 'zod';
import type { Actor } from '../../platform/auth/index.ts';
import type { PluginEvents } from './plugin.events.ts';
import { isConflict } from './plugin.policy.ts';
import type { PluginRow } from './plugins.store.ts';
import type { InTransaction, PluginTransaction } from './plugins.transaction.ts';

type Deps = {
  readonly inTransaction: InTransaction;
  readonly stores: PluginTransaction;
  readonly events: PluginEvents;
  readonly clock: { now(): Date };
};

/** An approved plugin, or one whose earlier revision was approved and whose new one is pending. */
const isActive = ({ state, approved }: PluginRow): boolean =>
  approved !== null && (state === 'APPROVED' || state === 'PENDING_REVIEW');

/** Six slots for plugins. Those equipped when a seat is drawn take part in its review. */
export function createSlots({ inTransaction, stores, events, clock }: Deps) {
  async function read({ actorId }: Actor): Promise<z.input<typeof PluginSlots>> {
    const taken = new Map((await stores.plugins.listSlots(actorId)).map((one) => [one.slot.slotIndex, one]));
    const slots = Array.from({ length: PLUGIN_LIMITS.slots }, (_, index) => {
      const found = taken.get(index + 1);
      if (found === undefined) return { slotIndex: index + 1, plugin: null, assignedAt: null };
      const { id, name, surface, state } = found.plugin;
      const plugin = { id: PluginId.parse(id), name, surface, state, active: isActive(found.plugin) };
      return { slotIndex: index + 1, plugin, assignedAt: found.slot.assignedAt.toISOString() };
    });
    return { slots };
  }

  async function assign(caller: Actor, { slotIndex, pluginId }: z.output<typeof AssignSlotRequest>) {
    const { actorId } = caller;
    await inTransaction(async (tx) => {
      await tx.plugins.lockActor(actorId);
      const row = await tx.plugins.lockOwn({ id: pluginId, actorId });
      if (row === undefined) throw new Problem('plugin_not_found');
      if (!isActive(row)) throw new Problem('plugin_wrong_state', { state: row.state });
      const others = (await tx.plugins.listSlots(actorId)).filter(({ slot }) => slot.slotIndex !== slotIndex);
      if (others.some(({ plugin }) => plugin.id === pluginId || isSameWork(plugin, row)))
        throw new Problem('plugin_already_equipped');
      if (others.some(({ plugin }) => isConflict(plugin.surface, row.surface))) throw new Problem('plugin_conflict');
      await tx.plugins.assign({ actorId, slotIndex, pluginId, assignedAt: clock.now() });
      await events.equippedIn(tx, row, slotIndex);
    });
    return read(caller);
  }

  async function clear({ actorId }: Actor, slot: string): Promise<void> {
    const parsed = SlotIndex.safeParse(/^\d{1,2}$/.test(slot) ? Number(slot) : Number.NaN);
    if (!parsed.success) {
      const detail = `must be 1 to ${PLUGIN_LIMITS.slots}`;
      throw new Problem('validation_failed', { errors: [{ pointer: '/params/slotIndex', detail }] });
    }
    await inTransaction(async (tx) => {
      await tx.plugins.lockActor(actorId);
      await tx.plugins.clearSlot(actorId, parsed.data);
    });
  }

  return { read, assign, clear };
}
export type Slots = ReturnType<typeof createSlots>;

/** The same rules under two ids would count twice. */
const isSameWork = (one: PluginRow, other: PluginRow): boolean => one.contentSha256 === other.contentSha256;
