/** Public figures. Figures of a disabled part (world, chain, log) are null. */
import { z } from 'zod';
import { ActorId, Address, CityId, Hash32 } from '../ids.ts';
import { CertificateStatus, CertificateSummary } from './certificate.ts';
import {
  Count,
  JsonObject,
  Marks,
  Money,
  Network,
  PageQuery,
  ProductType,
  Ratio,
  Severity,
  Tick,
  Time,
} from './common.ts';
import { ValidatorProfile } from './council.ts';

export const Overview = z
  .object({
    certificates: z.object({
      total: Count,
      byStatus: z.record(CertificateStatus, Count),
      byProductType: z.record(ProductType, Count),
      last24h: Count,
      last30d: Count,
    }),
    submissions: z.object({ total: Count, inReview: Count, rejected: Count }),
    findings: z.object({ total: Count, bySeverity: z.record(Severity, Count) }),
    validators: z.object({ active: Count, builtIn: Count }),
    flags: z.object({ open: Count, confirmed: Count, bountyPaid: Money }),
    startingPrice: Money,
    registry: z.object({ network: Network, address: Address, committed: Count }).nullable(),
    log: z.object({ size: Count, checkpointAt: Time.nullable() }).nullable(),
    asOf: Time,
  })
  .meta({ id: 'Overview' });
export type Overview = z.infer<typeof Overview>;

export const AgentProfile = z
  .object({
    walletAddress: Address,
    actor: z.object({ id: ActorId, name: z.string(), cityId: CityId }).nullable(),
    validator: ValidatorProfile.nullable(),
    certificates: z.object({ total: Count, approved: Count, deprecated: Count, suspended: Count }),
    flags: z.object({ filed: Count, confirmed: Count, dismissed: Count }),
    bounties: Money,
    firstSeenAt: Time,
  })
  .meta({ id: 'AgentProfile' });
export type AgentProfile = z.infer<typeof AgentProfile>;

const Board = z.enum(['validators', 'flaggers', 'publishers', 'plugins', 'actors']);
const Period = z.enum(['7d', '30d', 'all']);

export const LeaderboardQuery = PageQuery.extend({
  board: Board.default('validators'),
  period: Period.default('30d'),
});
export type LeaderboardQuery = z.infer<typeof LeaderboardQuery>;

export const Leaderboard = z
  .object({
    board: Board,
    period: Period,
    asOf: Time,
    items: z.array(
      z.object({
        rank: z.int().positive(),
        id: z.string(),
        name: z.string(),
        walletAddress: Address.nullable(),
        score: z.int(),
        detail: JsonObject,
      }),
    ),
    nextCursor: z.string().nullable(),
  })
  .meta({ id: 'Leaderboard' });
export type Leaderboard = z.infer<typeof Leaderboard>;

export const PublicEconomy = z
  .object({
    tick: Tick.nullable(),
    worldTime: z.string().nullable(),
    moneySupply: Marks.nullable(),
    issued: Marks.nullable(),
    credit: Marks.nullable(),
    population: Count.nullable(),
    cities: Count.nullable(),
    businesses: Count.nullable(),
    unemploymentRate: Ratio.nullable(),
    cpi: Ratio.nullable(),
    inflation12m: Ratio.nullable(),
    gdpMonth: Marks.nullable(),
    escrow: Marks.nullable(),
    stakes: Marks.nullable(),
    canaryPot: Marks.nullable(),
    reserve: Marks.nullable(),
    validatorIncomeMonth: Marks.nullable(),
    chainHash: Hash32.nullable(),
  })
  .meta({ id: 'PublicEconomy' });
export type PublicEconomy = z.infer<typeof PublicEconomy>;

export const ProtocolStats = z
  .object({
    rounds: z.object({ total: Count, unanimous: Count, secondPanel: Count, appeal: Count, human: Count }),
    decisionTimeMs: z.object({ p50: Count.nullable(), p95: Count.nullable() }),
    verdicts: z.object({ safe: Count, unsafe: Count, missed: Count }),
    canaries: z.object({ shown: Count, caught: Count, missed: Count, falseAlarms: Count }),
    slashed: Marks,
    rewardsPaid: Marks,
    disputes: z.object({ opened: Count, overturned: Count }),
    flags: z.object({ opened: Count, confirmed: Count, dismissed: Count, medianTriageMs: Count.nullable() }),
    rulesets: z.array(z.object({ digest: z.string(), activeSince: Time })),
    asOf: Time,
  })
  .meta({ id: 'ProtocolStats' });
export type ProtocolStats = z.infer<typeof ProtocolStats>;

export const LANDING_LIMITS = { recentMax: 12, topValidatorsMax: 6 } as const;

export const Landing = z
  .object({
    overview: Overview,
    recent: z.array(CertificateSummary).max(LANDING_LIMITS.recentMax),
    topValidators: z.array(ValidatorProfile).max(LANDING_LIMITS.topValidatorsMax),
    pricing: z.array(z.object({ productType: ProductType, base: Money })),
    economy: PublicEconomy,
    asOf: Time,
  })
  .meta({ id: 'Landing' });
export type Landing = z.infer<typeof Landing>;
