import {
  type EngineReport,
  FINDINGS_MAX,
  type Finding,
  SEVERITIES,
  type SecurityLevel,
  type Severity,
  toRetainedWarnings,
} from '@assay/protocol';

type Voted = { readonly findings: readonly Finding[] | null };
type LevelledReport = EngineReport & { readonly securityLevel: SecurityLevel };
type Retained = { readonly securityLevel: SecurityLevel; readonly retainedWarnings: Finding[] };

/** A finding of one seat alone raises the level to HIGH at most, like a finding that only a model reports in the engine. */
const ALONE_MAX: Severity = 'HIGH';

const rank = (severity: Severity): number => SEVERITIES.indexOf(severity);
const least = (one: Severity, other: Severity): Severity => (rank(one) < rank(other) ? one : other);

/** Its place was checked against the bytes at the reveal. */
const isVerified = ({ path, startLine }: Finding): boolean => path !== null && startLine !== null;

/** The findings that seats have located in the bytes, regardless of their votes. */
const verifiedFindings = (seats: readonly Voted[]): Finding[] =>
  seats.flatMap(({ findings }) => findings ?? []).filter(isVerified);

/** Whether a seat has located a critical finding. A further panel must then review it, whatever the majority. */
export const hasVerifiedCritical = (seats: readonly Voted[]): boolean =>
  verifiedFindings(seats).some(({ severity }) => severity === 'CRITICAL');

/**
 * The warnings that remain after a decision: those that the engine retained, and those that seats have located in the bytes, so
 * that a finding of a minority is not lost.
 */
export function toRetained(report: LevelledReport, seats: readonly Voted[]): Retained {
  const known = new Set(report.findings.map(({ fingerprint }): string => fingerprint));
  const added = distinct(verifiedFindings(seats).filter(({ id }) => !known.has(id)));
  const warnings = [...toRetainedWarnings(report), ...added];
  return {
    securityLevel: added.reduce(
      (level, { severity }) => worse(level, least(severity, ALONE_MAX)),
      report.securityLevel,
    ),
    retainedWarnings: warnings.toSorted((a, b) => rank(b.severity) - rank(a.severity)).slice(0, FINDINGS_MAX),
  };
}

/** The same observation of several seats is one warning. */
function distinct(findings: readonly Finding[]): Finding[] {
  const byPlace = new Map<string, Finding>();
  for (const finding of findings) {
    const place = JSON.stringify([finding.ruleId, finding.path, finding.startLine]);
    const known = byPlace.get(place);
    if (known === undefined || rank(finding.severity) > rank(known.severity)) byPlace.set(place, finding);
  }
  return [...byPlace.values()];
}

/** An INFO finding leaves the level unchanged. */
function worse(level: SecurityLevel, severity: Severity): SecurityLevel {
  if (severity === 'INFO') return level;
  return level === 'CLEAR' || rank(severity) > rank(level) ? severity : level;
}
