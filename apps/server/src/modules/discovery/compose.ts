/** Wires what tells strangers where everything is, and operators whether it works. */
import type { SkillStore } from '../certificates/index.ts';
import type { TrustRoots } from '../trust/index.ts';
import { bindDiscoveryRoutes } from './discovery.routes.ts';
import { createDiscovery } from './discovery.service.ts';
import { createPublicMcp } from './mcp.service.ts';
import { bindProcessRoutes } from './process.routes.ts';

type Needs = {
  readonly place: Parameters<typeof createDiscovery>[0];
  readonly process: Parameters<typeof bindProcessRoutes>[0];
  readonly skillStore: SkillStore;
  readonly readTrustRoot: TrustRoots['read'];
  readonly mcp: Parameters<typeof createPublicMcp>[0];
};

export function composeDiscovery({ place, process, skillStore, readTrustRoot, mcp }: Needs) {
  const discovery = createDiscovery(place);
  return {
    document: discovery.document,
    routes: [
      ...bindDiscoveryRoutes({ discovery, mcp: createPublicMcp(mcp), skillStore, readTrustRoot }),
      ...bindProcessRoutes(process),
    ],
  };
}
