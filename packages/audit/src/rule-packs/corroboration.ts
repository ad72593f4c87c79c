import { isAtLeast, rankOf } from '@assay/analysis/result/severity.policy';
import type { Severity } from '@assay/analysis/types';

/** As much of a finding as says whether another one speaks of the same. */
type Placed = {
  readonly basis: string;
  readonly nature: string;
  readonly severity: Severity;
  readonly file: string;
  readonly range: { readonly startLine: number; readonly endLine: number };
};

export const overlaps = (one: Pick<Placed, 'file' | 'range'>, other: Pick<Placed, 'file' | 'range'>): boolean =>
  one.file === other.file && one.range.startLine <= other.range.endLine && other.range.startLine <= one.range.endLine;

const VOICES: ReadonlySet<string> = new Set(['static', 'chain', 'reproduced', 'model']);

/**
 * Somebody else says something at least as grave about the very lines: the engine, that they do harm, or a reader. What stands
 * elsewhere, is milder, or only calls the lines untidy confirms nothing.
 */
export const isCorroborated = (finding: Placed, { findings }: { readonly findings: readonly Placed[] }): boolean =>
  isAtLeast(finding.severity, 'HIGH') &&
  findings.some(
    (other) =>
      VOICES.has(other.basis) &&
      other.nature === 'malice' &&
      rankOf(other.severity) >= rankOf(finding.severity) &&
      overlaps(other, finding),
  );
