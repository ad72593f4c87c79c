import { gunzipSync, gzipSync } from 'node:zlib';
import type { ProbeResult } from '@assay/audit';
import type { ReviewedReport } from '../seats/index.ts';
import type { StoredReport } from './round.answer.ts';
import type { ReportRow } from './rounds.store.ts';
import type { Seen } from './sealed-manifest.policy.ts';

/** What the engine said about a bundle, as this module reads it; the engine's own type fits. */
export type CouncilReport = ReviewedReport &
  Pick<StoredReport, 'securityLevel'> &
  Seen & { readonly probe?: readonly ProbeResult[] | undefined };

export const packReport = (report: CouncilReport): Buffer => gzipSync(JSON.stringify(report), { level: 1 });

/** Written by `packReport` and by nobody else: the table takes no changes. */
export const unpackReport = ({ report }: Pick<ReportRow, 'report'>): CouncilReport =>
  JSON.parse(gunzipSync(report).toString('utf8')) as CouncilReport;
