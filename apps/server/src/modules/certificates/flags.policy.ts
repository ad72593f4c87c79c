import {
  type CertificateStatus,
  type Evidence,
  FLAG_LIMITS,
  type FlagCategory,
  type ProblemCode,
} from '@assay/protocol';

const DAY_MS = 86_400_000;
/** This many dismissed flags in the window stop a proven wallet for the rest of it. */
const DISMISSED_MAX = 3;
export const DISMISSED_WINDOW_MS = 30 * DAY_MS;
export const TRIAGE_MS = 2 * DAY_MS;

/** A bond of this size opens a flag at once. */
export const STANDING_BOND = 500_000_000n;

/** What is known of a flag before it is stored. */
export type Report = {
  readonly status: CertificateStatus;
  readonly isOwn: boolean;
  readonly isProven: boolean;
  readonly dismissedLately: number;
  readonly hasStanding: boolean;
  /** What is quoted of the sealed files stands there. */
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
 * A fresh wallet costs nothing, so a single anonymous call must not switch a skill off: a flag counts at once only when
 * its wallet is proven, has something to lose (a name for good judgement, a stake) and quotes nothing that is not there. A
 * certificate of its own is no such thing: it costs the price of one review. A wallet has no penalty for unsigned flags in its name.
 */
export function decideAdmission(report: Report): FlagAdmission {
  if (report.status === 'SUSPENDED') return { kind: 'refuse', because: 'certificate_not_flaggable' };
  if (report.isProven && report.isOwn) return { kind: 'refuse', because: 'flag_own_certificate' };
  if (report.isProven && report.dismissedLately >= DISMISSED_MAX)
    return { kind: 'refuse', because: 'flagging_suspended' };
  return report.isProven && report.hasStanding && report.isQuoteTrue ? { kind: 'open' } : { kind: 'receive' };
}

/** About where the skill lies or what it talks to, which the reviewers of the sealed bytes could not see. */
const BEYOND_THE_BYTES: ReadonlySet<FlagCategory> = new Set(['SOURCE_MISMATCH', 'ENDPOINT_CHANGED', 'IMPERSONATION']);

export const isAboutSealedBytes = ({ category }: { readonly category: FlagCategory }): boolean =>
  !BEYOND_THE_BYTES.has(category);

type Defect = { readonly category: FlagCategory; readonly evidence: readonly Evidence[] };

/**
 * Two flags about the same bytes tell of one defect when they name the same kind of harm or point into the same file.
 * A different defect needs both.
 */
export function isSameDefect(one: Defect, other: Defect): boolean {
  if (one.category === other.category) return true;
  const named = new Set(pathsOf(one));
  return pathsOf(other).some((path) => named.has(path));
}

/** `scripts/run.sh:12` as a value, or a path of its own. */
const pathsOf = ({ evidence }: Defect): string[] =>
  evidence
    .filter(({ kind, path }) => kind === 'FILE_LINE' || path !== undefined)
    .map(({ path, value }) => path ?? value.replace(/:\d+$/, ''));

/** What everybody reads of a long reason; the audit log keeps the whole. No character is cut in half. */
export const toPublicReason = (reason: string): string =>
  reason.slice(0, FLAG_LIMITS.decisionReasonMax).replace(/[\ud800-\udbff]$/, '');
