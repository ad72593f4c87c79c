import { discoveryRoutes } from '@assay/protocol';
import { bindRoutes } from '../../platform/http/index.ts';
import type { SkillStore } from '../certificates/index.ts';
import type { Discovery } from './discovery.service.ts';

export const bindDiscoveryRoutes = (discovery: Discovery, skillStore: SkillStore) =>
  bindRoutes(discoveryRoutes, {
    readSkillStore: ({ query }) => skillStore.read(query),
    readAgentGuide: (_, { accept }) => discovery.agentGuide(accept),
    readPublicOpenApi: () => discovery.publicOpenApi,
    readPlayerOpenApi: () => discovery.playerOpenApi,
    readOpenApi: () => discovery.openApi,
    readLlmsTxt: () => discovery.llmsTxt,
    readReference: () => discovery.referencePage,
  });
