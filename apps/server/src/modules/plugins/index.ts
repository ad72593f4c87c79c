import type { Database } from '../../platform/db/index.ts';
import { pluginStore } from './plugins.store.ts';

export { type EquippedPack, equippedIn } from './equipment.service.ts';
export type { PluginStore } from './plugins.store.ts';

/** The stores of this module on a pool or a transaction. */
export const pluginStores = (handle: Database) => ({ plugins: pluginStore(handle) });
