import { isCorroborated } from '@assay/audit/corroboration';
import { isReaderFamily } from '@assay/economy/council';
import {
  type EngineFinding,
  type EngineReport,
  type Finding,
  SEVERITIES,
  type Severity,
  toFinding,
  type VerdictValue,
} from '@assay/protocol';

/** A finding of a seat's rule pack: an engine finding with the nature and place that can confirm it. */
export type PackFinding = EngineFinding & { readonly nature: string };

/** The part of the engine's report that a seat uses. */
export type ReviewedReport = Omit<EngineReport, 'findings'> & {
  readonly findings: readonly (EngineFinding & {
    readonly nature: string;
    /** The role of the text for its reader, such as an order or a mention. Absent in findings of rule packs. */
    readonly context?: string;
  })[];
};
/** A seat's answer before its commitment. */
type SeatReview = {
  readonly verdict: VerdictValue;
  readonly severity: Severity;
  readonly findings: readonly Finding[];
};

/** Rule categories by the family of reviewers that is responsible for them. */
const FAMILY_OF_CATEGORY: Readonly<Record<string, string>> = {
  AGY: 'instruction',
  PI: 'instruction',
  SOC: 'instruction',
  COR: 'code-taint',
  CRD: 'code-taint',
  EXE: 'code-taint',
  EXF: 'code-taint',
  HID: 'code-taint',
  PER: 'code-taint',
  PRV: 'code-taint',
  WKN: 'code-taint',
  SUP: 'supply-chain',
  UNA: 'supply-chain',
  CAP: 'sandbox',
  CON: 'contract',
  API: 'api',
  MCP: 'tool',
};

/** Enough to explain the verdict. The report contains the rest, and a sealed round shows all findings. */
const SEAT_FINDINGS_MAX = 5;

const rank = (severity: Severity): number => SEVERITIES.indexOf(severity);

/** Families with a sandbox also report its observations. */
export const isOfFamily = ({ category, basis }: EngineFinding, family: string): boolean =>
  FAMILY_OF_CATEGORY[category] === family ||
  (family === 'sandbox' && basis === 'reproduced') ||
  (isReaderFamily(family) && basis === 'model');

/**
 * A hosted seat's vote. A proof is UNSAFE for every family, and so is a grave finding of an equipped rule pack. Hints
 * of the engine accompany the vote and never decide it. Undecided reports are not voted on.
 */
export function review(report: ReviewedReport, family: string, validatorId: string): SeatReview {
  const blocking = new Set(report.blocking.flatMap(({ fingerprints }) => fingerprints));
  const own = report.findings.filter((finding) => isOfFamily(finding, family));
  const packed = report.findings.filter(({ basis }) => basis === 'plugin');
  const alarming = packed.filter(
    ({ severity, nature, file }) => rank(severity) >= rank('HIGH') && nature === 'malice' && file !== '',
  );
  const isUnsafe = blocking.size > 0 || alarming.length > 0;
  const shown = [...report.findings.filter(({ fingerprint }) => blocking.has(fingerprint)), ...packed, ...own];
  const findings = [...new Map(shown.map((finding) => [finding.fingerprint, finding])).values()]
    .slice(0, SEAT_FINDINGS_MAX)
    .map((finding) => toFinding(finding, validatorId));
  return { verdict: isUnsafe ? 'UNSAFE' : 'SAFE', severity: worstOf(findings), findings };
}

/**
 * The report of a seat that has rule packs or sees those of others. A pack only adds findings; where the engine or a
 * reader confirms one on the same lines, it blocks.
 */
export function withPacks<R extends ReviewedReport>(report: R, found: readonly PackFinding[]): R {
  const known = new Set(report.findings.map(({ fingerprint }): string => fingerprint));
  const added = found.filter(({ fingerprint }) => !known.has(fingerprint));
  if (added.length === 0) return report;
  const confirmed = added.filter((finding) => isConfirmed(finding, report)).map(({ fingerprint }) => fingerprint);
  const blocking =
    confirmed.length === 0
      ? report.blocking
      : [...report.blocking, { reason: 'corroborated-plugin', fingerprints: confirmed }];
  return { ...report, findings: [...report.findings, ...added], blocking };
}

/** True when a source other than the pack reports these lines. */
export const isConfirmed = (finding: PackFinding, { findings }: Pick<ReviewedReport, 'findings'>): boolean =>
  isCorroborated(finding, { findings });

const worstOf = (findings: readonly Finding[]): Severity =>
  findings.reduce<Severity>((worst, { severity }) => (rank(severity) > rank(worst) ? severity : worst), 'INFO');

/** A critical act that the sandbox reproduced. No count of votes outweighs it. */
export const isCriticalReproduced = ({ findings }: EngineReport): boolean =>
  findings.some(({ severity, basis }) => severity === 'CRITICAL' && basis === 'reproduced');

/** A grave finding that does not block. A second panel must review it. */
export function hasGraveWarning({ findings, blocking }: EngineReport): boolean {
  const blocked = new Set(blocking.flatMap(({ fingerprints }) => fingerprints));
  return findings.some(({ severity, fingerprint }) => rank(severity) >= rank('HIGH') && !blocked.has(fingerprint));
}
