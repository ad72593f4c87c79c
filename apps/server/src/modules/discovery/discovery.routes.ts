import { discoveryRoutes } from '@assay/protocol';
import { bindRoutes } from '../../platform/http/index.ts';
import type { SkillStore } from '../certificates/index.ts';
import type { TrustRoots } from '../trust/index.ts';
import type { Discovery } from './discovery.service.ts';
import type { PublicMcp } from './mcp.service.ts';
import type { ReadServiceIdentity } from './service-identity.service.ts';

type Services = {
  readonly discovery: Discovery;
  readonly mcp: PublicMcp;
  readonly skillStore: SkillStore;
  readonly readTrustRoot: TrustRoots['read'];
  readonly readServiceIdentity: ReadServiceIdentity;
};

export const bindDiscoveryRoutes = ({ discovery, mcp, skillStore, readTrustRoot, readServiceIdentity }: Services) =>
  bindRoutes(discoveryRoutes, {
    readSkillStore: ({ query }, { client }) => skillStore.read(query, client),
    readTrustRoot: ({ query }) => readTrustRoot(query.version),
    readServiceIdentity: ({ query }) => readServiceIdentity(query.nonce),
    readAgentGuide: (_, { accept }) => discovery.agentGuide(accept),
    readPublicOpenApi: () => discovery.publicOpenApi(),
    readPlayerOpenApi: () => discovery.playerOpenApi(),
    readOpenApi: () => discovery.openApi(),
    readCompactOpenApi: () => discovery.compact(),
    readApiIndex: () => discovery.apiIndex(),
    readPlayerIndex: () => discovery.playerIndex(),
    readMcpCard: () => discovery.mcpCard(),
    readSecurityTxt: () => discovery.securityTxt(),
    callMcp: ({ body, headers }, { requestId, client }) => mcp({ body, headers, requestId, client }),
    readLlmsTxt: () => discovery.llmsTxt,
  });
