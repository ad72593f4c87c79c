import type { BlockingReason, Finding, Report, UndecidedReason } from '../types/index.ts';

type Reasons = Pick<Report, 'blocking' | 'undecided'>;

/** Proofs decide first, then unread content, then whether readers have read the bundle. */
export function resultOf({ blocking, undecided }: Reasons, isRead: boolean): Report['reviewResult'] {
  if (blocking.length > 0) return 'UNSAFE';
  if (undecided.length > 0) return 'UNDECIDED';
  return isRead ? 'SAFE' : 'NO_FINDINGS';
}

type Reason<R> = { readonly reason: R; readonly fingerprints: readonly string[] };

/** One entry per reason, in a stable order, with the fingerprints of all its findings. */
export function mergeReasons<R extends BlockingReason | UndecidedReason>(reasons: readonly Reason<R>[]): Reason<R>[] {
  return [...Map.groupBy(reasons, ({ reason }) => reason)]
    .map(([reason, same]) => ({
      reason,
      fingerprints: [...new Set(same.flatMap(({ fingerprints }) => fingerprints))].sort(),
    }))
    .sort((a, b) => (a.reason < b.reason ? -1 : 1));
}

/** A finding is a proof exactly if it is among the reasons to block. */
export function withKinds<F extends Finding>(findings: readonly F[], blocking: Report['blocking']): F[] {
  const proofs = new Set(blocking.flatMap(({ fingerprints }) => fingerprints));
  return findings.map((finding) => ({ ...finding, kind: proofs.has(finding.fingerprint) ? 'PROOF' : 'HINT' }));
}
