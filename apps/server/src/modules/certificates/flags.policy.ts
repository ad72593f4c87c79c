import {
  type CertificateStatus,
  type Evidence,
  FLAG_LIMITS,
  type FlagCategory,
  type ProblemCode,
} from '@assay/protocol';

const DAY_MS = 86_400_000;
/** A proven wallet with this many dismissed flags in the window cannot report flags until fewer are left in the window. */
const DISMISSED_MAX = 3;
export const DISMISSED_WINDOW_MS = 30 * DAY_MS;
export const TRIAGE_MS = 2 * DAY_MS;

/** A bond of at least this amount gives a flag standing. */
export const STANDING_BOND = 500_000_000n;

/** The facts that decide the admission of a flag. */
export type Report = {
  readonly status: CertificateStatus;
  readonly isOwn: boolean;
  readonly isProven: boolean;
  readonly dismissedLately: number;
  readonly hasStanding: boolean;
  /** The quotes of the evidence match the sealed files. */
  readonly isQuoteTrue: boolean;
};

type FlagAdmission =
  | {
      readonly kind: 'refuse';
      readonly because: Extract<
        ProblemCode,
        'certificate_not_flaggable' | 'flag_own_certificate' | 'flagging_suspended'
      >;
    }
  | { readonly kind: 'open' }
  | { readonly kind: 'receive' };

/**
 * A new wallet costs nothing, so one anonymous call must not invalidate a certificate. A flag counts at once only if its wallet is
 * proven, has standing (a confirmed flag, an active validator or a bond) and quotes the sealed files correctly. Ownership of a
 * certificate gives no standing, because it costs only the price of one review. Unsigned flags in a wallet's name do not count against it.
 */
export function decideAdmission(report: Report): FlagAdmission {
  if (report.status === 'SUSPENDED') return { kind: 'refuse', because: 'certificate_not_flaggable' };
  if (report.isProven && report.isOwn) return { kind: 'refuse', because: 'flag_own_certificate' };
  if (report.isProven && report.dismissedLately >= DISMISSED_MAX)
    return { kind: 'refuse', because: 'flagging_suspended' };
  return report.isProven && report.hasStanding && report.isQuoteTrue ? { kind: 'open' } : { kind: 'receive' };
}

/** Categories about the location or the endpoints of a product, which the reviewers of the sealed bytes could not see. */
const BEYOND_THE_BYTES: ReadonlySet<FlagCategory> = new Set(['SOURCE_MISMATCH', 'ENDPOINT_CHANGED', 'IMPERSONATION']);

export const isAboutSealedBytes = ({ category }: { readonly category: FlagCategory }): boolean =>
  !BEYOND_THE_BYTES.has(category);

type Defect = { readonly category: FlagCategory; readonly evidence: readonly Evidence[] };

/**
 * Two flags about the same bytes report one defect if they have the same category or point to the same file.
 * A different defect differs in both.
 */
export function isSameDefect(one: Defect, other: Defect): boolean {
  if (one.category === other.category) return true;
  const named = new Set(pathsOf(one));
  return pathsOf(other).some((path) => named.has(path));
}

/** The explicit path, or the path part of a value such as `scripts/run.sh:12`. */
const pathsOf = ({ evidence }: Defect): string[] =>
  evidence
    .filter(({ kind, path }) => kind === 'FILE_LINE' || path !== undefined)
    .map(({ path, value }) => path ?? value.replace(/:\d+$/, ''));

/** The public part of a long reason; the audit log keeps all of it. Never splits a surrogate pair. */
export const toPublicReason = (reason: string): string =>
  reason.slice(0, FLAG_LIMITS.decisionReasonMax).replace(/[\ud800-\udbff]$/, '');
