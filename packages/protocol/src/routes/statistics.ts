import type { RouteTable } from '../route.ts';
import { CertificateSummary } from '../wire/certificate.ts';
import { listOf, PageQuery } from '../wire/common.ts';
import { ValidatorProfile, ValidatorQuery } from '../wire/council.ts';
import {
  AgentProfile,
  Landing,
  Leaderboard,
  LeaderboardQuery,
  Overview,
  ProtocolStats,
  PublicEconomy,
} from '../wire/statistics.ts';
import { WalletParams } from './parameters.ts';

const publicFigures = {
  method: 'GET',
  plane: 'public',
  access: 'none',
  rate: 'public',
  cache: 'stats',
  status: 200,
} as const;

/** Figures about the service, its validators and the wallets that use it. */
export const statisticsRoutes = {
  readOverview: {
    ...publicFigures,
    path: '/api/v1/public/overview',
    summary: "Get the service's key figures",
    answer: Overview,
    errors: [],
  },
  listValidators: {
    ...publicFigures,
    path: '/api/v1/public/validators',
    summary: 'List validators with their track record',
    query: ValidatorQuery,
    answer: listOf(ValidatorProfile),
    errors: ['cursor_expired'],
  },
  readAgent: {
    ...publicFigures,
    path: '/api/v1/public/agents/:walletAddress',
    summary: 'Get the profile of a wallet: certificates, flags, verdicts',
    params: WalletParams,
    answer: AgentProfile,
    errors: ['wallet_not_found'],
  },
  listAgentSkills: {
    ...publicFigures,
    path: '/api/v1/public/agents/:walletAddress/skills',
    summary: 'List the certificates owned by a wallet',
    params: WalletParams,
    query: PageQuery,
    answer: listOf(CertificateSummary),
    errors: ['wallet_not_found', 'cursor_expired'],
  },
  readLeaderboard: {
    ...publicFigures,
    path: '/api/v1/public/leaderboard',
    summary: 'Get a leaderboard by board and period',
    query: LeaderboardQuery,
    answer: Leaderboard,
    errors: ['cursor_expired'],
  },
  readEconomy: {
    ...publicFigures,
    path: '/api/v1/public/economy',
    summary: "Get the world economy's key figures; null if no world exists",
    answer: PublicEconomy,
    errors: [],
  },
  readProtocolStats: {
    ...publicFigures,
    path: '/api/v1/public/sigma/stats',
    summary: 'Get council statistics: rounds, verdicts, canaries, disputes',
    answer: ProtocolStats,
    errors: [],
  },
  readLanding: {
    ...publicFigures,
    path: '/api/v1/public/landing',
    summary: 'Get all data for the portal home page in one call',
    answer: Landing,
    errors: [],
  },
} as const satisfies RouteTable;
