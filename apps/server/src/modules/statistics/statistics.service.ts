import {
  Address,
  type AgentProfile,
  type CertificateSummary,
  LANDING_LIMITS,
  type Landing,
  type Leaderboard,
  type LeaderboardQuery,
  LIST_LIMITS,
  type Overview,
  PRODUCT_TYPES,
  Problem,
  type ProtocolStats,
  type PublicEconomy,
  SEVERITIES,
} from '@assay/protocol';
import { z } from 'zod';
import { readCursor, toCursor } from '../../platform/http/index.ts';
import { PRICE_LIST } from '../payments/index.ts';
import { keepFor } from './kept-figures.ts';
import type { Score, StatisticsStore } from './statistics.store.ts';

type Deps = {
  readonly store: StatisticsStore;
  /** Null in a process without a chain. */
  readonly readRegistry: () => Promise<Overview['registry']>;
  /** Minor units of ASY, to everybody or to one wallet. */
  readonly bountiesPaid: (walletAddress?: Address) => Promise<bigint>;
  readonly newest: (count: number) => Promise<CertificateSummary[]>;
  readonly clock: { now(): Date };
};
type Wire<Schema extends z.ZodType> = z.input<Schema>;
type Board = LeaderboardQuery['board'];
type Period = LeaderboardQuery['period'];

const DAY_MS = 86_400_000;
const PERIOD_DAYS = { '7d': 7, '30d': 30, all: undefined } as const;
/** Figures may be this old; counting a million rows for every reader would help nobody. */
const FIGURES_LIFE_MS = 30_000;

const asy = (amount: bigint) => ({ amount: amount.toString(), currency: 'ASY', decimals: 18 }) as const;
const usdc = (amount: string) => ({ amount, currency: 'USDC', decimals: 6 }) as const;
const Position = z.tuple([z.int32(), Address, z.int32().nonnegative()]);

/** Nobody runs a world or a council here yet: zero where something is counted, null where nothing is measured. */
const NO_ECONOMY: Wire<typeof PublicEconomy> = {
  tick: null,
  worldTime: null,
  moneySupply: null,
  issued: null,
  credit: null,
  population: null,
  cities: null,
  businesses: null,
  unemploymentRate: null,
  cpi: null,
  inflation12m: null,
  gdpMonth: null,
  escrow: null,
  stakes: null,
  canaryPot: null,
  reserve: null,
  validatorIncomeMonth: null,
  chainHash: null,
};

const sum = (counts: readonly { count: number }[]): number => counts.reduce((total, { count }) => total + count, 0);

/** Every member of a closed list with its count, zero where there is none. */
const tally = <Key extends string>(keys: readonly Key[], counts: readonly { key: Key; count: number }[]) => {
  const byKey = new Map(counts.map(({ key, count }) => [key, count]));
  return Object.fromEntries(keys.map((key) => [key, byKey.get(key) ?? 0])) as Record<Key, number>;
};

/** Figures about the service, counted from the tables that exist; what does not run yet is zero, empty or null. */
export function createStatistics({ store, readRegistry, bountiesPaid, newest, clock }: Deps) {
  const overview = keepFor(FIGURES_LIFE_MS, clock, async (): Promise<Wire<typeof Overview>> => {
    const now = clock.now();
    const daysAgo = (days: number) => new Date(now.getTime() - days * DAY_MS);
    const byStatus = await store.certificatesByStatus();
    const byType = await store.certificatesByType();
    const warnings = await store.warningsBySeverity();
    const flags = await store.flagTotals();
    return {
      certificates: {
        total: sum(byStatus),
        byStatus: tally(
          ['APPROVED', 'DEPRECATED', 'SUSPENDED'],
          byStatus.map(({ status, count }) => ({ key: status, count })),
        ),
        byProductType: tally(
          PRODUCT_TYPES,
          byType.map(({ productType, count }) => ({ key: productType, count })),
        ),
        last24h: await store.certificatesSince(daysAgo(1)),
        last30d: await store.certificatesSince(daysAgo(30)),
      },
      submissions: { total: 0, inReview: 0, rejected: 0 },
      findings: {
        total: sum(warnings),
        bySeverity: tally(
          SEVERITIES,
          warnings.map(({ severity, count }) => ({ key: severity, count })),
        ),
      },
      validators: { active: 0, builtIn: 0 },
      flags: { open: flags.open, confirmed: flags.confirmed, bountyPaid: asy(await bountiesPaid()) },
      startingPrice: usdc(PRICE_LIST.SKILL.base.toString()),
      registry: await readRegistry(),
      log: null,
      asOf: now.toISOString(),
    };
  });

  const protocolStats = keepFor(FIGURES_LIFE_MS, clock, async (): Promise<Wire<typeof ProtocolStats>> => {
    const { opened, confirmed, dismissed, medianTriageMs } = await store.flagTotals();
    return {
      rounds: { total: 0, unanimous: 0, secondPanel: 0, appeal: 0, human: 0 },
      decisionTimeMs: { p50: null, p95: null },
      verdicts: { safe: 0, unsafe: 0, missed: 0 },
      canaries: { shown: 0, caught: 0, missed: 0, falseAlarms: 0 },
      slashed: '0',
      rewardsPaid: '0',
      disputes: { opened: 0, overturned: 0 },
      flags: {
        opened,
        confirmed,
        dismissed,
        medianTriageMs: medianTriageMs === null ? null : Math.round(medianTriageMs),
      },
      rulesets: [],
      asOf: clock.now().toISOString(),
    };
  });

  async function agent(walletAddress: Address): Promise<Wire<typeof AgentProfile>> {
    const found = await store.wallet(walletAddress);
    if (found === undefined) throw new Problem('wallet_not_found');
    const { total, approved, deprecated, suspended } = found.owned;
    const { filed, confirmed, dismissed } = found.filed;
    return {
      walletAddress,
      actor: null,
      validator: null,
      certificates: { total, approved, deprecated, suspended },
      flags: { filed, confirmed, dismissed },
      bounties: asy(await bountiesPaid(walletAddress)),
      firstSeenAt: found.firstSeenAt.toISOString(),
    };
  }

  /** The first page is what nearly everybody reads; the pages behind it are counted for the one who turns them. */
  const firstScores = keepFor(FIGURES_LIFE_MS, clock, async (board: Board, period: Period) => {
    const at = clock.now();
    return { at, scores: await scoresOf(board, toSince(period, at), undefined, LIST_LIMITS.pageMax + 1) };
  });

  async function leaderboard({ board, period, limit, cursor }: LeaderboardQuery): Promise<Wire<typeof Leaderboard>> {
    if (cursor === undefined) {
      const { at, scores } = await firstScores(board, period);
      return toLeaderboard({ board, period, at, scores, limit, ranked: 0 });
    }
    const at = clock.now();
    const [score, wallet, ranked] = readCursor(Position, cursor, at);
    const scores = await scoresOf(board, toSince(period, at), { score, wallet }, limit + 1);
    return toLeaderboard({ board, period, at, scores, limit, ranked });
  }

  async function scoresOf(
    board: Board,
    since: Date | undefined,
    after: Score | undefined,
    limit: number,
  ): Promise<Score[]> {
    if (board === 'publishers') return store.publishers(since, after, limit);
    if (board === 'flaggers') return store.flaggers(since, after, limit);
    return []; // no validators, plugins or actors exist before the council and the world
  }

  const landing = keepFor(
    FIGURES_LIFE_MS,
    clock,
    async (): Promise<Wire<typeof Landing>> => ({
      overview: await overview(),
      recent: await newest(LANDING_LIMITS.recentMax),
      topValidators: [],
      pricing: PRODUCT_TYPES.map((productType) => ({
        productType,
        base: usdc(PRICE_LIST[productType].base.toString()),
      })),
      economy: NO_ECONOMY,
      asOf: clock.now().toISOString(),
    }),
  );

  return {
    overview,
    protocolStats,
    agent,
    leaderboard,
    landing,
    economy: async () => NO_ECONOMY,
    validators: async () => ({ items: [], nextCursor: null }),
    isKnownWallet: async (wallet: Address): Promise<boolean> => (await store.wallet(wallet)) !== undefined,
  };
}
export type Statistics = ReturnType<typeof createStatistics>;

function toSince(period: Period, now: Date): Date | undefined {
  const days = PERIOD_DAYS[period];
  return days === undefined ? undefined : new Date(now.getTime() - days * DAY_MS);
}

type Ranking = Pick<LeaderboardQuery, 'board' | 'period' | 'limit'> & {
  readonly at: Date;
  /** One more than a page where there is a next one. */
  readonly scores: readonly Score[];
  /** How many stand on the pages before. */
  readonly ranked: number;
};

function toLeaderboard({ board, period, limit, at, scores, ranked }: Ranking): Wire<typeof Leaderboard> {
  const page = scores.slice(0, limit);
  const last = scores.length > limit ? page.at(-1) : undefined;
  return {
    board,
    period,
    asOf: at.toISOString(),
    items: page.map(({ wallet, score }, index) => ({
      rank: ranked + index + 1,
      id: wallet,
      name: wallet,
      walletAddress: wallet,
      score,
      detail: {},
    })),
    nextCursor: last === undefined ? null : toCursor([last.score, last.wallet, ranked + page.length], at),
  };
}
