import { z } from 'zod';
import { AbuseReportId, CertificateId } from '../ids.ts';
import { Count, ForeignUrl, storable, Time } from './common.ts';

export const ABUSE_CATEGORIES = ['STOLEN', 'ILLEGAL', 'MALWARE', 'PERSONAL_DATA', 'IMPERSONATION', 'OTHER'] as const;
export const AbuseCategory = z.enum(ABUSE_CATEGORIES);

/** The decision about a report. `DELIST` withdraws offers, `SUSPEND` suspends the certificate and every offer of it. */
export const AbuseDecision = z.enum(['DISMISS', 'DELIST', 'SUSPEND']);
export type AbuseDecision = z.infer<typeof AbuseDecision>;
export const AppealDecision = z.enum(['UPHOLD', 'OVERTURN']);

export const ABUSE_LIMITS = { textMin: 20, textMax: 4_000, openPerCertificateMax: 20, contactDays: 180 } as const;
const Words = storable(z.string().trim().min(ABUSE_LIMITS.textMin).max(ABUSE_LIMITS.textMax));

export const AbuseReportRequest = z
  .strictObject({
    certificateId: CertificateId,
    category: AbuseCategory,
    description: Words.describe('Description of the problem, with evidence.'),
    originalUrl: ForeignUrl.regex(/^https?:\/\/\S+$/i)
      .optional()
      .describe('For a stolen work: the URL of the original.'),
    contact: z.email().max(254).optional().describe('Deleted 180 days after the decision.'),
  })
  .meta({ id: 'AbuseReportRequest' });
export type AbuseReportRequest = z.infer<typeof AbuseReportRequest>;

/** A secret of the reporter: it grants access to the decision and to the appeal. */
export const AbuseReceipt = z.string().regex(/^[A-Za-z0-9_-]{32}$/);

export const AbuseReport = z
  .object({
    id: AbuseReportId,
    certificateId: CertificateId,
    category: AbuseCategory,
    description: z.string(),
    originalUrl: z.string().nullable(),
    state: z.enum(['OPEN', 'DECIDED', 'APPEALED', 'CLOSED']),
    openedAt: Time,
    dueAt: Time,
    decision: z.object({ decision: AbuseDecision, reason: z.string(), decidedAt: Time }).nullable(),
    appeal: z
      .object({
        by: z.enum(['OWNER', 'REPORTER']),
        reason: z.string(),
        openedAt: Time,
        decision: AppealDecision.nullable(),
        decidedReason: z.string().nullable(),
        decidedAt: Time.nullable(),
      })
      .nullable(),
  })
  .meta({ id: 'AbuseReport' });
export type AbuseReport = z.infer<typeof AbuseReport>;

export const AbuseReportFiled = z
  .object({
    ...AbuseReport.shape,
    receipt: AbuseReceipt.describe('Shown once. Needed to read the report and to appeal.'),
  })
  .meta({ id: 'AbuseReportFiled' });

export const AbuseAppealRequest = z.strictObject({ reason: Words }).meta({ id: 'AbuseAppealRequest' });

const Hours = z.number().min(0).nullable().describe('Median in hours; null if there is no decision.');
export const AbuseFigures = z
  .object({
    reports: z.object({ total: Count, open: Count, byCategory: z.record(AbuseCategory, Count), medianHours: Hours }),
    decisions: z.record(AbuseDecision, Count),
    appeals: z.object({
      total: Count,
      open: Count,
      upheld: Count,
      overturned: Count,
      medianHours: Hours,
    }),
    asOf: Time,
  })
  .meta({ id: 'AbuseFigures' });
export type AbuseFigures = z.infer<typeof AbuseFigures>;
