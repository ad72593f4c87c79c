import { gunzipSync, gzipSync } from 'node:zlib';
import type { ProbeResult } from '@assay/audit';
import type { Manifest } from '@assay/protocol';
import type { ReviewedReport } from '../seats/index.ts';
import type { StoredReport } from './round.answer.ts';
import type { ReportRow } from './rounds.store.ts';
import type { Seen } from './sealed-manifest.policy.ts';

/** The parts of the engine's report that this module reads. The engine's own type is assignable to it. */
export type CouncilReport = ReviewedReport &
  Pick<StoredReport, 'securityLevel'> &
  Seen & {
    readonly probe?: readonly ProbeResult[] | undefined;
    /** Not part of the engine's report, and absent in older rows. */
    readonly observedManifest?: Manifest | undefined;
  };

export const packReport = (report: CouncilReport): Buffer => gzipSync(JSON.stringify(report), { level: 1 });

/** Only `packReport` writes these rows and a trigger refuses changes, so their shape is known. */
export const unpackReport = ({ report }: Pick<ReportRow, 'report'>): CouncilReport =>
  upgrade(JSON.parse(gunzipSync(report).toString('utf8')) as CouncilReport | ReportV1);

/** `assay-report/1` had a verdict, and listed unreadable content among the blocking reasons. */
type ReportV1 = Omit<CouncilReport, 'reviewResult' | 'undecided' | 'blocking'> & {
  readonly schema: 'assay-report/1';
  readonly blocking: readonly { readonly reason: string; readonly fingerprints: readonly string[] }[];
};

const UNDECIDED_IN_V1: ReadonlySet<string> = new Set(['nothing-to-review', 'unread-content']);

function upgrade(stored: CouncilReport | ReportV1): CouncilReport {
  if (!('schema' in stored) || stored.schema !== 'assay-report/1') return stored as CouncilReport;
  const undecided = stored.blocking.filter(({ reason }) => UNDECIDED_IN_V1.has(reason));
  const blocking = stored.blocking.filter(({ reason }) => !UNDECIDED_IN_V1.has(reason));
  return { ...stored, blocking, undecided, reviewResult: resultOfV1({ ...stored, blocking, undecided }) };
}

function resultOfV1({ blocking, undecided, reading }: Pick<CouncilReport, 'blocking' | 'undecided' | 'reading'>) {
  if (blocking.length > 0) return 'UNSAFE';
  if (undecided.length > 0) return 'UNDECIDED';
  return reading?.isRead === true ? 'SAFE' : 'NO_FINDINGS';
}
