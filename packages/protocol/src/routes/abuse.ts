import { z } from 'zod';
import { AbuseReportId } from '../ids.ts';
import type { RouteTable } from '../route.ts';
import {
  AbuseAppealRequest,
  AbuseFigures,
  AbuseReceipt,
  AbuseReport,
  AbuseReportFiled,
  AbuseReportRequest,
} from '../wire/abuse.ts';
import { listOf, PageQuery } from '../wire/common.ts';

const one = z.object({ id: AbuseReportId });
const open = { plane: 'public', access: 'none', cache: 'private' } as const;
const own = { plane: 'player', access: 'owner', rate: 'key', cache: 'private' } as const;
const withReceipt = z.object({ 'x-report-receipt': AbuseReceipt });

/** Reports of certified products with stolen, illegal or harmful content. */
export const abuseRoutes = {
  reportAbuse: {
    ...open,
    method: 'POST',
    path: '/api/v1/public/abuse-reports',
    rate: 'abuse',
    summary: 'Report a stolen, illegal or harmful product',
    description:
      'No account is needed. The operator decides and gives a written reason. The owner is notified, without your contact details. ' +
      'To report a technical defect in a certified version, flag its certificate instead.',
    body: AbuseReportRequest,
    bodyLimit: 'small',
    strictBody: true,
    answersSecret: true,
    status: 201,
    answer: AbuseReportFiled,
    errors: ['certificate_not_found', 'report_limit_reached'],
  },
  readAbuseReport: {
    ...open,
    method: 'GET',
    path: '/api/v1/public/abuse-reports/:id',
    rate: 'public',
    summary: 'Read your report and its decision (for the reporter)',
    params: one,
    headers: withReceipt,
    status: 200,
    answer: AbuseReport,
    errors: ['report_not_found'],
  },
  appealDismissal: {
    ...open,
    method: 'POST',
    path: '/api/v1/public/abuse-reports/:id/appeal',
    rate: 'abuse',
    summary: 'Appeal against the dismissal of a report (for the reporter)',
    description: 'Possible once, within 14 days of the decision.',
    params: one,
    headers: withReceipt,
    body: AbuseAppealRequest,
    bodyLimit: 'small',
    strictBody: true,
    status: 202,
    answer: AbuseReport,
    errors: ['report_not_found', 'appeal_not_allowed'],
  },
  readAbuseFigures: {
    method: 'GET',
    path: '/api/v1/public/abuse-figures',
    plane: 'public',
    access: 'none',
    rate: 'public',
    cache: 'stats',
    summary: 'Get counts of abuse reports, decisions and appeals',
    status: 200,
    answer: AbuseFigures,
    errors: [],
  },
  listAbuseReports: {
    ...own,
    method: 'GET',
    path: '/certsvc/v1/abuse-reports',
    summary: "List abuse reports about the caller's products, newest first",
    query: PageQuery,
    status: 200,
    answer: listOf(AbuseReport),
    errors: ['cursor_expired'],
  },
  appealAbuseDecision: {
    ...own,
    method: 'POST',
    path: '/certsvc/v1/abuse-reports/:id/appeal',
    summary: "Appeal against a decision about one of the caller's products",
    description: 'Possible once, within 14 days of the decision.',
    params: one,
    body: AbuseAppealRequest,
    bodyLimit: 'small',
    strictBody: true,
    status: 202,
    answer: AbuseReport,
    errors: ['report_not_found', 'appeal_not_allowed'],
  },
} as const satisfies RouteTable;
