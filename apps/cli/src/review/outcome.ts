import type { BundleFile, Report, Severity } from '@assay/audit';
import { EXIT, type ExitCode } from '../exit-codes.ts';
import type { Sorted } from './set-aside.ts';
import { isAtLeast } from './severity.ts';

/** The outcome of one skill. Only `reviewed` has a report; the other two never count as safe. */
export type Outcome =
  | ({
      readonly kind: 'reviewed';
      readonly target: string;
      readonly report: Report;
      /** The skill as read, for excerpts. */
      readonly files: readonly BundleFile[];
      /** Unreadable parts, each as a sentence. With any of them the skill is not decided SAFE. */
      readonly gaps: readonly string[];
      readonly durationMs: number;
    } & Sorted)
  | { readonly kind: 'failed'; readonly target: string; readonly gaps: readonly string[] }
  | { readonly kind: 'ignored'; readonly target: string; readonly by: string };

export type Standing = 'safe' | 'no-findings' | 'unsafe' | 'undecided' | 'ignored';

/** A proof decides UNSAFE, even if parts could not be read. SAFE requires readers and a complete read. */
export function decideStanding(outcome: Outcome): Standing {
  if (outcome.kind === 'ignored') return 'ignored';
  if (outcome.kind === 'failed') return 'undecided';
  const { reviewResult } = outcome.report;
  if (reviewResult === 'UNSAFE') return 'unsafe';
  if (reviewResult === 'UNDECIDED' || outcome.gaps.length > 0) return 'undecided';
  return reviewResult === 'SAFE' ? 'safe' : 'no-findings';
}

function reaches(outcome: Outcome, level: Severity | undefined): boolean {
  if (level === undefined || outcome.kind !== 'reviewed') return false;
  return outcome.findings.some(({ severity }) => isAtLeast(severity, level));
}

type Scan = {
  readonly outcomes: readonly Outcome[];
  /** Why the search for skills was incomplete. */
  readonly searchGaps: readonly string[];
  readonly failOn: Severity | undefined;
  /** Whether a skill with unread instructions makes the result undecided. */
  readonly isReaderRequired?: boolean;
};

/** The worst outcome: first unsafe, then undecided, then an empty scan. */
export function decideExit({ outcomes, searchGaps, failOn, isReaderRequired = false }: Scan): ExitCode {
  const standings = outcomes.map(decideStanding);
  if (standings.includes('unsafe') || outcomes.some((outcome) => reaches(outcome, failOn))) return EXIT.unsafe;
  if (standings.length === 0) return EXIT.nothingToScan;
  if (standings.some((standing) => standing === 'undecided' || standing === 'ignored') || searchGaps.length > 0)
    return EXIT.undecided;
  return isReaderRequired && standings.includes('no-findings') ? EXIT.undecided : EXIT.safe;
}
