/** Wires the public statistics, which read from all other modules. */
import type { PlatformServices } from '../../platform/services.ts';
import type { Search } from '../certificates/index.ts';
import { bindStatisticsRoutes } from './statistics.routes.ts';
import { createStatistics } from './statistics.service.ts';
import { statisticsStore } from './statistics.store.ts';

type Deps = Parameters<typeof createStatistics>[0];
type Needs = Pick<Deps, 'profiles' | 'world' | 'readRegistry' | 'readLog' | 'bountiesPaid'> & {
  readonly search: Search;
};

export function composeStatistics({ readDb, clock }: PlatformServices<unknown>, { search, ...needs }: Needs) {
  const statistics = createStatistics({ ...needs, store: statisticsStore(readDb), newest: search.newest, clock });
  return { statistics, routes: bindStatisticsRoutes(statistics, search) };
}
