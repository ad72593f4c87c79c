import { z } from 'zod';
import { Count } from './common.ts';

export const Health = z.object({ status: z.literal('ok') }).meta({ id: 'Health' });
export type Health = z.infer<typeof Health>;

const ReadinessCheck = z.object({ ok: z.boolean(), latencyMs: Count.nullable(), detail: z.string().nullable() });

/**
 * The check of a part that this process does not run is null. Losing the database stops a process; any other failure
 * degrades it. A process that runs the world and serves no requests also stops when the world stops.
 */
export const Readiness = z
  .object({
    status: z.enum(['ready', 'degraded', 'not_ready']),
    failing: z
      .array(z.enum(['database', 'chain', 'queue', 'log', 'world']))
      .describe('Components with a failed check.'),
    checks: z.object({
      database: ReadinessCheck.nullable(),
      chain: ReadinessCheck.nullable(),
      queue: ReadinessCheck.nullable(),
      log: ReadinessCheck.nullable(),
      world: ReadinessCheck.nullable(),
    }),
    version: z.string(),
  })
  .meta({ id: 'Readiness' });
export type Readiness = z.infer<typeof Readiness>;
