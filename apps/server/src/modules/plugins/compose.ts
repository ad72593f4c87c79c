/** Wires plugins: authoring, screening, sales and slots. */
import type { AuditPool } from '@assay/audit/node';
import { routes as declared } from '@assay/protocol';
import type { PlatformServices } from '../../platform/services.ts';
import type { OwnersOf } from '../accounts/index.ts';
import type { Purse } from '../purse/index.ts';
import type { BundleStore } from '../submissions/index.ts';
import { equippedIn } from './equipment.service.ts';
import { createPluginMarket } from './market.service.ts';
import { createMeasure, type KnownCase } from './measure.ts';
import { createPluginEvents } from './plugin.events.ts';
import { bindPluginRoutes } from './plugins.routes.ts';
import { createPlugins } from './plugins.service.ts';
import type { PluginTransaction } from './plugins.transaction.ts';
import { createScreening } from './screening.service.ts';
import { SCREENING_QUEUE } from './screening-queue.ts';
import { createSlots, type Slots } from './slots.service.ts';
import { createTrials } from './trials.service.ts';

type Tx = PluginTransaction & { readonly bundles: Pick<BundleStore, 'load'> };
type Needs = {
  readonly audit: Pick<AuditPool, 'audit' | 'checkPack'>;
  readonly purse: Purse;
  readonly ownersOf: OwnersOf;
  /** Cases with a known verdict that measure plugins. */
  readonly listCases: () => Promise<readonly KnownCase[]>;
  readonly harmless: readonly { readonly path: string; readonly text: string }[];
};

/** Each screening occupies a review process for a while, so they run one at a time. */
const SCREENED_AT_ONCE = 1;

export function composePlugins(platform: PlatformServices<Tx>, { audit, purse, ownersOf, listCases, harmless }: Needs) {
  const { stores, inTransaction, jobs, urlOf, random, clock, log } = platform;
  const events = createPluginEvents({ random, clock });
  const basics = { inTransaction, stores, events, random, clock };
  const measure = createMeasure({ audit: audit.audit, listCases, loadBundle: stores.bundles.load, harmless });
  const screening = createScreening({ ...basics, audit, measure, log });
  const services = {
    plugins: createPlugins({ ...basics, purse }),
    slots: createSlots(basics),
    market: createPluginMarket({ ...basics, purse, ownersOf }),
    test: createTrials({ audit, clock }),
  };
  const sweep = async (): Promise<void> => {
    await screening.screenWaiting();
    await screening.measureAgain();
  };
  return {
    routes: bindPluginRoutes(services, (id) => urlOf(declared.readPlugin, id)),
    slots: services.slots,
    /** The packs that this actor's validator has equipped now. */
    packsOf: async (actorId: string) => (await equippedIn(stores, [actorId])).get(actorId) ?? [],
    sweep,
    repeating: [{ name: 'plugins.sweep', everyMinutes: 10, run: sweep }],
    start: (): void => jobs.work({ queue: SCREENING_QUEUE, concurrency: SCREENED_AT_ONCE, run: screening.screen }),
  };
}
export type { Slots };
