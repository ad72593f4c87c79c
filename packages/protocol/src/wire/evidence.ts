import { z } from 'zod';
import { CertificateId } from '../ids.ts';
import { AbuseFigures } from './abuse.ts';
import { Count, Time } from './common.ts';

const Milliseconds = z.object({ p50: Count.nullable(), p95: Count.nullable() });

export const ServiceEvidence = z
  .object({
    accuracy: z
      .array(z.object({ what: z.string(), limit: z.string(), measured: z.string() }))
      .nullable()
      .describe(
        'Measured before the release and shipped with it; null if this installation does not include the figures.',
      ),
    uptime: z
      .object({
        since: Time,
        last30Days: z.number().min(0).max(1),
        last90Days: z.number().min(0).max(1),
      })
      .nullable()
      .describe(
        "Share of minutes in which this installation's worker was running, since the first whole recorded hour; null before that hour.",
      ),
    decisionTimeMs: Milliseconds.describe('Time from the start of a round to its decision.'),
    rounds: z.object({ total: Count, byPerson: Count }),
    disputes: z.object({ opened: Count, overturned: Count }).describe('Disputes of rejections by owners.'),
    flags: z.object({ opened: Count, confirmed: Count, dismissed: Count, medianTriageMs: Count.nullable() }),
    abuse: AbuseFigures,
    withdrawals: z.object({
      byReason: z.array(z.object({ status: z.string(), reason: z.string(), count: Count })),
      recent: z.array(
        z.object({
          certificateId: CertificateId,
          name: z.string(),
          version: z.string(),
          status: z.string(),
          reason: z.string(),
          revoked: z.boolean(),
          reinstated: z.boolean().describe('Whether the certificate is approved again.'),
          at: Time,
        }),
      ),
    }),
    asOf: Time,
  })
  .meta({ id: 'ServiceEvidence' });
export type ServiceEvidence = z.infer<typeof ServiceEvidence>;
