/** Wires the reads of the world, over HTTP and for other modules. */
import type { PlatformServices } from '../../platform/services.ts';
import type { WorldModule } from './compose.ts';
import type { People } from './people.ts';
import { openReads, type ReadStores } from './reads.ts';
import { bindWorldRoutes } from './world.routes.ts';

type Needs = { readonly people: People; readonly isDevelopment: boolean };

export function composeWorldReads(platform: PlatformServices<ReadStores>, module: WorldModule, needs: Needs) {
  const { people, isDevelopment } = needs;
  const reads = openReads(platform, module, people);
  return { reads, routes: bindWorldRoutes({ reads, isDevelopment, stepBy: module.world.stepBy }) };
}
export type { People };
