import { discoveryRoutes } from '@assay/protocol';
import { bindRoutes } from '../../platform/http/index.ts';
import type { SkillStore } from '../certificates/index.ts';
import type { TrustRoots } from '../trust/index.ts';
import type { Discovery } from './discovery.service.ts';

export const bindDiscoveryRoutes = (discovery: Discovery, skillStore: SkillStore, readTrustRoot: TrustRoots['read']) =>
  bindRoutes(discoveryRoutes, {
    readSkillStore: ({ query }) => skillStore.read(query),
    readTrustRoot: ({ query }) => readTrustRoot(query.version),
    readAgentGuide: (_, { accept }) => discovery.agentGuide(accept),
    readPublicOpenApi: () => discovery.publicOpenApi(),
    readPlayerOpenApi: () => discovery.playerOpenApi(),
    readOpenApi: () => discovery.openApi(),
    readLlmsTxt: () => discovery.llmsTxt,
    readReference: () => discovery.referencePage(),
  });
