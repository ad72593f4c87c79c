import { view } from '@assay/economy/world';
import {
  type Address,
  type AgentProfile,
  type CertificateSummary,
  LANDING_LIMITS,
  type Landing,
  type Overview,
  PRODUCT_TYPES,
  Problem,
  type ProtocolStats,
  SEVERITIES,
  type Track,
  type ValidatorQuery,
  type ValidatorState,
} from '@assay/protocol';
import { z } from 'zod';
import { readCursor, toCursor } from '../../platform/http/index.ts';
import { keepFor } from '../../platform/kept-figures.ts';
import { PRICE_LIST } from '../payments/index.ts';
import type { Profiles } from '../validators/index.ts';
import type { AgentWorld } from '../world/index.ts';
import { createEconomy } from './economy.service.ts';
import { createLeaderboard } from './leaderboard.service.ts';
import type { StatisticsStore } from './statistics.store.ts';

type Deps = {
  readonly store: StatisticsStore;
  /** The public profiles of validators. */
  readonly profiles: Profiles;
  readonly world: Pick<AgentWorld, 'row' | 'now'>;
  /** Null in a process without a chain. */
  readonly readRegistry: () => Promise<Overview['registry']>;
  readonly readLog: () => Promise<Overview['log']>;
  /** Minor units of ASY, in total or for one wallet. */
  readonly bountiesPaid: (walletAddress?: Address) => Promise<bigint>;
  readonly newest: (count: number) => Promise<CertificateSummary[]>;
  readonly clock: { now(): Date };
};
type Wire<Schema extends z.ZodType> = z.input<Schema>;
type Sort = ValidatorQuery['sort'];

const DAY_MS = 86_400_000;
/** Maximum age of the figures. Counting a million rows per request would be too slow. */
const FIGURES_LIFE_MS = 30_000;
const RULESETS_SHOWN = 100;

const asy = (amount: bigint) => ({ amount: amount.toString(), currency: 'ASY', decimals: 18 }) as const;
const usdc = (amount: string) => ({ amount, currency: 'USDC', decimals: 6 }) as const;
/** The id of the last validator on the previous page. */
const ValidatorPosition = z.string().max(64);

const sum = (counts: readonly { count: number }[]): number => counts.reduce((total, { count }) => total + count, 0);

/** The count of every member of a closed list, zero for missing ones. */
const tally = <Key extends string>(keys: readonly Key[], counts: readonly { key: Key; count: number }[]) => {
  const byKey = new Map(counts.map(({ key, count }) => [key, count]));
  return Object.fromEntries(keys.map((key) => [key, byKey.get(key) ?? 0])) as Record<Key, number>;
};

/** Figures about the service from its tables and its world. A part that does not run is zero, empty or null. */
export function createStatistics(deps: Deps) {
  const { store, profiles, world, readRegistry, readLog, bountiesPaid, newest, clock } = deps;
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
      submissions: await store.submissionTotals(),
      findings: {
        total: sum(warnings),
        bySeverity: tally(
          SEVERITIES,
          warnings.map(({ severity, count }) => ({ key: severity, count })),
        ),
      },
      validators: await profiles.countActive(),
      flags: { open: flags.open, confirmed: flags.confirmed, bountyPaid: asy(await bountiesPaid()) },
      startingPrice: usdc(PRICE_LIST.SKILL.base.toString()),
      registry: await readRegistry(),
      log: await readLog(),
      asOf: now.toISOString(),
    };
  });

  const protocolStats = keepFor(FIGURES_LIFE_MS, clock, async (): Promise<Wire<typeof ProtocolStats>> => {
    const { opened, confirmed, dismissed, medianTriageMs } = await store.flagTotals();
    const { rounds, canaries, slashed, paid } = await profiles.totals();
    const decided = await store.roundTotals();
    const { primary: unanimous, second: secondPanel, appeal, human } = decided;
    return {
      rounds: { total: unanimous + secondPanel + appeal + human, unanimous, secondPanel, appeal, human },
      decisionTimeMs: { p50: decided.p50, p95: decided.p95 },
      verdicts: { safe: rounds.safe, unsafe: rounds.unsafe, missed: rounds.missed },
      canaries: {
        shown: canaries.seen,
        caught: canaries.caught,
        missed: canaries.missed,
        falseAlarms: canaries.falseAlarms,
      },
      slashed: slashed.toString(),
      rewardsPaid: paid.toString(),
      disputes: await store.disputeTotals(),
      flags: {
        opened,
        confirmed,
        dismissed,
        medianTriageMs: medianTriageMs === null ? null : Math.round(medianTriageMs),
      },
      rulesets: (await store.rulesets(RULESETS_SHOWN)).map(({ digest, since }) => ({
        digest,
        activeSince: new Date(since).toISOString(),
      })),
      asOf: clock.now().toISOString(),
    };
  });

  async function agent(walletAddress: Address): Promise<Wire<typeof AgentProfile>> {
    const found = await store.wallet(walletAddress);
    if (found.firstSeenAt === undefined) throw new Problem('wallet_not_found');
    const { total, approved, deprecated, suspended } = found.owned;
    const { filed, confirmed, dismissed } = found.filed;
    return {
      walletAddress,
      actor: actorOf(found.actorId),
      validator: await profiles.findByWallet(walletAddress),
      certificates: { total, approved, deprecated, suspended },
      flags: { filed, confirmed, dismissed },
      bounties: asy(await bountiesPaid(walletAddress)),
      firstSeenAt: found.firstSeenAt.toISOString(),
    };
  }

  /** Null without a world, and before the actor's first hour. */
  function actorOf(actorId: string | undefined) {
    if (actorId === undefined || world.row() === undefined) return null;
    const found = view.actorState(world.now(), actorId);
    return found === undefined ? null : { id: found.actorId, name: found.name, cityId: found.cityId };
  }

  const economy = keepFor(FIGURES_LIFE_MS, clock, createEconomy({ world, store }));
  const boards = { store, world, validatorBoard: profiles.board };
  const leaderboard = createLeaderboard({ ...boards, lifeMs: FIGURES_LIFE_MS, clock });

  const rankedValidators = keepFor(FIGURES_LIFE_MS, clock, (state: ValidatorState, track: Track | '', sort: Sort) =>
    profiles.ranked(state, track === '' ? undefined : track, sort),
  );

  async function validators({ state, track, sort, limit, cursor }: ValidatorQuery) {
    const now = clock.now();
    const all = await rankedValidators(state, track ?? '', sort);
    const after = cursor === undefined ? undefined : readCursor(ValidatorPosition, cursor, now);
    const from = after === undefined ? 0 : all.findIndex(({ id }) => id === after) + 1;
    const items = all.slice(from, from + limit);
    const last = all.length > from + limit ? items.at(-1) : undefined;
    return { items, nextCursor: last === undefined ? null : toCursor(last.id, now) };
  }

  const landing = keepFor(
    FIGURES_LIFE_MS,
    clock,
    async (): Promise<Wire<typeof Landing>> => ({
      overview: await overview(),
      recent: await newest(LANDING_LIMITS.recentMax),
      topValidators: (await rankedValidators('ACTIVE', '', 'reputation')).slice(0, LANDING_LIMITS.topValidatorsMax),
      pricing: PRODUCT_TYPES.map((productType) => ({
        productType,
        base: usdc(PRICE_LIST[productType].base.toString()),
      })),
      economy: await economy(),
      asOf: clock.now().toISOString(),
    }),
  );

  return {
    overview,
    protocolStats,
    agent,
    leaderboard,
    landing,
    economy,
    validators,
    isKnownWallet: async (wallet: Address): Promise<boolean> => (await store.wallet(wallet)).firstSeenAt !== undefined,
  };
}
export type Statistics = ReturnType<typeof createStatistics>;
