import { isAtLeast, rankOf } from '@assay/analysis/result/severity.policy';
import type { Severity } from '@assay/analysis/types';

/** The members of a finding that tell whether another finding is about the same issue. */
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
 * Whether the engine or a reader reports malice of at least the same severity on overlapping lines. A finding
 * elsewhere, a milder one, or one that is only about quality does not corroborate.
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
