import { z } from 'zod';
import { Hash32, WorldForkId } from '../ids.ts';
import { FORK_LIMITS } from '../limits.ts';
import { Count, Tick, Time } from './common.ts';

const ForkChange = z
  .object({
    path: z
      .string()
      .min(1)
      .max(FORK_LIMITS.pathMax)
      .describe('A path from `GET /api/v1/world/forks/parameters`; `cities.<id>.<path>` changes one city.'),
    value: z.number(),
  })
  .meta({ id: 'WorldForkChange' });

export const WorldForkRequest = z
  .strictObject({
    question: z.string().min(1).max(FORK_LIMITS.questionMax).optional(),
    changes: z.array(ForkChange).min(1).max(FORK_LIMITS.changesMax),
    months: z.int().min(1).max(FORK_LIMITS.monthsMax).default(12),
    replicas: z
      .int()
      .min(1)
      .max(FORK_LIMITS.replicasMax)
      .default(8)
      .describe('Number of replicas, each with its own random seed. Both branches of a replica use the same seed.'),
  })
  .meta({ id: 'WorldForkRequest' });
export type WorldForkRequest = z.infer<typeof WorldForkRequest>;

const Band = z.object({ p10: z.number(), median: z.number(), p90: z.number() }).meta({ id: 'Band' });
const Series = z.record(
  z.string(),
  z.object({ control: z.array(Band), changed: z.array(Band) }).describe('One band for each month.'),
);

export const WORLD_FORK_STATES = ['QUEUED', 'RUNNING', 'DONE', 'FAILED'] as const;
export const WorldFork = z
  .object({
    id: WorldForkId,
    state: z.enum(WORLD_FORK_STATES),
    question: z.string().nullable(),
    changes: z.array(ForkChange),
    months: Count,
    replicas: Count,
    replicasDone: Count,
    kernelVersion: Count.nullable(),
    baseTick: Tick.nullable().describe('The tick at which the copies start.'),
    baseHash: Hash32.nullable().describe('State hash at that tick.'),
    series: Series.nullable().describe('Money in minor units of a mark; shares as fractions.'),
    hash: Hash32.nullable().describe(
      'SHA-256 of the canonical JSON of kernelVersion, baseHash, changes, months, replicas and series.',
    ),
    error: z.string().nullable(),
    page: z.string(),
    createdAt: Time,
    finishedAt: Time.nullable(),
  })
  .meta({ id: 'WorldFork' });
export type WorldFork = z.infer<typeof WorldFork>;

export const WorldForkParameter = z
  .object({
    path: z.string(),
    label: z.string(),
    unit: z.enum(['share', 'factor', 'count', 'monthly rate', 'monthly wages']),
    min: z.number(),
    max: z.number(),
    isPerCity: z.boolean(),
    now: z.number().nullable().describe('The value in the current world; null for shocks and arrivals.'),
  })
  .meta({ id: 'WorldForkParameter' });
