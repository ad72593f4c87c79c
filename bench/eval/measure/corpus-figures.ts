import { median, quantile } from '../../lib/report.ts';
import { isBlocked, isCaught, type Result } from '../sample.ts';
import {
  blockedRow,
  highRow,
  isAboutSecurity,
  macroShare,
  type Row,
  recallRow,
  rowsBy,
  rowsWithout,
  sizeClass,
} from './groups.ts';

export type CorpusFigures = {
  readonly malicious: number;
  readonly benign: number;
  readonly recall: Row;
  readonly weak: Row;
  readonly recallByForm: readonly Row[];
  readonly recallByCategory: readonly Row[];
  readonly recallByCampaign: readonly Row[];
  readonly recallBySource: readonly Row[];
  /** The same figures without one source each: a figure that depends on one author drops when that author is left out. */
  readonly recallWithout: readonly Row[];
  readonly blockedWithout: readonly Row[];
  readonly blocked: Row;
  readonly high: Row;
  readonly blockedMacro: number;
  readonly highMacro: number;
  readonly blockedAboutSecurity: Row;
  readonly blockedByRepository: readonly Row[];
  readonly highByRepository: readonly Row[];
  readonly blockedBySize: readonly Row[];
  readonly recallBySize: readonly Row[];
  readonly time: { readonly medianMs: number; readonly p95Ms: number; readonly worstMs: number };
  readonly misses: readonly Result[];
  readonly blockedBenign: readonly Result[];
  readonly highBenign: readonly Result[];
  readonly faults: readonly Result[];
};

export const PROSE_ONLY = 'prose only';
const WITH_CODE = 'with code';

/** The figures of a labelled corpus, from the results alone. */
export function toCorpusFigures(results: readonly Result[]): CorpusFigures {
  const malicious = results.filter(({ sample }) => sample.label === 'malicious' && !sample.isWeak);
  const weak = results.filter(({ sample }) => sample.label === 'malicious' && sample.isWeak);
  const benign = results.filter(({ sample }) => sample.label === 'benign');
  const blockedByRepository = rowsBy(benign, ({ sample }) => sample.repository, blockedRow);
  const highByRepository = rowsBy(benign, ({ sample }) => sample.repository, highRow);
  const times = results.map(({ durationMs }) => durationMs);
  return {
    malicious: malicious.length,
    benign: benign.length,
    recall: recallRow('all', malicious),
    weak: recallRow('weak label', weak),
    recallByForm: rowsBy(malicious, ({ isProseOnly }) => (isProseOnly ? PROSE_ONLY : WITH_CODE), recallRow),
    recallByCategory: rowsBy(malicious, ({ sample }) => sample.category, recallRow),
    recallByCampaign: rowsBy(malicious, ({ sample }) => sample.campaign || 'no campaign', recallRow),
    recallBySource: rowsBy(malicious, ({ sample }) => sample.source, recallRow),
    recallWithout: rowsWithout(malicious, recallRow),
    blockedWithout: rowsWithout(benign, blockedRow),
    blocked: blockedRow('all', benign),
    high: highRow('all', benign),
    blockedMacro: macroShare(blockedByRepository),
    highMacro: macroShare(highByRepository),
    blockedAboutSecurity: blockedRow('about security', benign.filter(isAboutSecurity)),
    blockedByRepository,
    highByRepository,
    blockedBySize: rowsBy(benign, sizeClass, blockedRow),
    recallBySize: rowsBy(malicious, sizeClass, recallRow),
    time: { medianMs: median(times), p95Ms: quantile(times, 0.95), worstMs: Math.max(0, ...times) },
    misses: malicious.filter((result) => !isCaught(result)),
    blockedBenign: benign.filter(isBlocked),
    highBenign: benign.filter((result) => result.hasHigh && !isBlocked(result)),
    faults: results.filter(({ reviewResult }) => reviewResult === 'FAULT'),
  };
}
