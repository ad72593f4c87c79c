/** Wires the discovery documents for clients and the process routes for operators. */
import type { SkillStore } from '../certificates/index.ts';
import type { TrustRoots } from '../trust/index.ts';
import { bindDiscoveryRoutes } from './discovery.routes.ts';
import { createDiscovery } from './discovery.service.ts';
import { createPublicMcp } from './mcp.service.ts';
import { bindProcessRoutes } from './process.routes.ts';
import { createServiceIdentity } from './service-identity.service.ts';

type Needs = {
  readonly place: Parameters<typeof createDiscovery>[0];
  readonly process: Parameters<typeof bindProcessRoutes>[0];
  readonly skillStore: SkillStore;
  readonly readTrustRoot: TrustRoots['read'];
  readonly identity: Omit<Parameters<typeof createServiceIdentity>[0], 'issuer' | 'clock'>;
  readonly mcp: Parameters<typeof createPublicMcp>[0];
};

export function composeDiscovery({ place, process, skillStore, readTrustRoot, identity, mcp }: Needs) {
  const discovery = createDiscovery(place);
  const readServiceIdentity = createServiceIdentity({ ...identity, issuer: place.baseUrl, clock: place.clock });
  return {
    document: discovery.document,
    routes: [
      ...bindDiscoveryRoutes({ discovery, mcp: createPublicMcp(mcp), skillStore, readTrustRoot, readServiceIdentity }),
      ...bindProcessRoutes(process),
    ],
  };
}
