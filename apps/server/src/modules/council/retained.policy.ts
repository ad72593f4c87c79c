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

/** What one seat alone says does not make a level CRITICAL: the engine's rule for what only a model has seen. */
const ALONE_MAX: Severity = 'HIGH';

const rank = (severity: Severity): number => SEVERITIES.indexOf(severity);
const least = (one: Severity, other: Severity): Severity => (rank(one) < rank(other) ? one : other);

/** Its place was held against the bytes when it was revealed. */
const isVerified = ({ path, startLine }: Finding): boolean => path !== null && startLine !== null;

/** Everything that seats have shown in the bytes, whichever way they voted. */
const verifiedFindings = (seats: readonly Voted[]): Finding[] =>
  seats.flatMap(({ findings }) => findings ?? []).filter(isVerified);

/** A single seat that shows something critical: others must look at it too, however many were content. */
export const hasVerifiedCritical = (seats: readonly Voted[]): boolean =>
  verifiedFindings(seats).some(({ severity }) => severity === 'CRITICAL');

/**
 * What a decision leaves as warnings: what the engine retained, and what outvoted seats have shown in the bytes. Nobody's
 * finding vanishes by being in the minority.
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

/** CLEAR is what nothing above INFO leaves. */
function worse(level: SecurityLevel, severity: Severity): SecurityLevel {
  if (severity === 'INFO') return level;
  return level === 'CLEAR' || rank(severity) > rank(level) ? severity : level;
}
