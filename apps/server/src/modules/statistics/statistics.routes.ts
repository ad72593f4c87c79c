import { Problem, statisticsRoutes } from '@assay/protocol';
import { bindRoutes } from '../../platform/http/index.ts';
import type { Search } from '../certificates/index.ts';
import type { Statistics } from './statistics.service.ts';

export const bindStatisticsRoutes = (statistics: Statistics, search: Search) =>
  bindRoutes(statisticsRoutes, {
    readOverview: () => statistics.overview(),
    listValidators: ({ query }) => statistics.validators(query),
    readAgent: ({ params }) => statistics.agent(params.walletAddress),
    listAgentSkills: async ({ params, query }) => {
      if (!(await statistics.isKnownWallet(params.walletAddress))) throw new Problem('wallet_not_found');
      return search.ofOwner(params.walletAddress, query);
    },
    readLeaderboard: ({ query }) => statistics.leaderboard(query),
    readEconomy: () => statistics.economy(),
    readProtocolStats: () => statistics.protocolStats(),
    readLanding: () => statistics.landing(),
  });
