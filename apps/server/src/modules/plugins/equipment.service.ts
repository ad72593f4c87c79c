import type { RulePack } from '@assay/audit';
import { ActorId } from '@assay/protocol';
import { packIdOf } from './plugin.policy.ts';
import type { PluginStore } from './plugins.store.ts';

/** An equipped pack and its author. */
export type EquippedPack = RulePack & {
  readonly pluginId: string;
  readonly pluginName: string;
  readonly authorActorId: string;
};

/**
 * The packs that these actors have equipped now, by actor. A copy carries the names of its original, because it is the
 * same work.
 */
export async function equippedIn(
  tx: { readonly plugins: Pick<PluginStore, 'listEquipped'> },
  actorIds: readonly string[],
): Promise<ReadonlyMap<string, readonly EquippedPack[]>> {
  // Built-in validators are not actors and have no slots.
  const rows = await tx.plugins.listEquipped(actorIds.filter((id) => ActorId.safeParse(id).success));
  const packs = rows.flatMap(({ actorId, plugin }) => {
    const { approved, name, authorActorId, id, copyOf } = plugin;
    if (approved === null) return [];
    const packId = packIdOf({ id: copyOf ?? id, name });
    const pack = { id: packId, digest: approved.contentSha256, text: approved.content };
    return [{ actorId, pack: { ...pack, pluginId: copyOf ?? id, pluginName: name, authorActorId } }];
  });
  const byActor = Map.groupBy(packs, ({ actorId }) => actorId);
  return new Map([...byActor].map(([actorId, own]) => [actorId, own.map(({ pack }) => pack)]));
}
