import { cutEvidence } from '@assay/analysis/result/evidence';
import { inReportOrder } from '@assay/analysis/result/findings';
import { mergeReasons, resultOf, withKinds } from '@assay/analysis/result/result.policy';
import { digestOf, fingerprintOf, type Observed, verdictHashOf } from '@assay/analysis/result/seal';
import { isAtLeast } from '@assay/analysis/result/severity.policy';
import { levelOf } from '@assay/analysis/result/verdict.policy';
import type { Finding, Reading, Report, Severity, UndecidedReason } from '@assay/analysis/types';
import type { ReadingQuote, ReadingSummary } from '@assay/analysis/types/reading';
import { type CombinedReadings, combineReadings, inReadingOrder, type ReadPlace } from './combine.ts';

/** Observations that the report does not contain itself. */
export type OtherObservations = Pick<Observed, 'probe' | 'compilers'>;

const NOTHING_ELSE: OtherObservations = { probe: [], compilers: [] };

/**
 * Adds the model readings to the report. Findings and reasons are only ever added: the engine's findings stay, and a
 * PASS reading changes only the record of who read.
 */
export function foldReadings(report: Report, given: readonly Reading[], others = NOTHING_ELSE): Report {
  const readings = inReadingOrder(given.filter(({ input }) => input === report.input.digest));
  if (readings.length === 0) return report;
  const combined = combineReadings(readings);
  const added = toFindings(combined);
  const findings = [...report.findings, ...added].sort(inReportOrder);
  const refused = added.filter(({ ruleId }) => ruleId === AGREED.ruleId).map(({ fingerprint }) => fingerprint);
  const refusal = { reason: 'model-refusal' as const, fingerprints: refused.sort() };
  const blocking = refused.length === 0 ? report.blocking : mergeReasons([...report.blocking, refusal]);
  const undecided = mergeReasons([...report.undecided, ...undecidedBy(combined)]);
  const folded: Omit<Report, 'verdictHash'> = {
    ...report,
    findings: withKinds(findings, blocking),
    reviewResult: resultOf({ blocking, undecided }, combined.isPassed),
    securityLevel: levelOf(findings),
    blocking,
    undecided,
    retained: [...new Set([...report.retained, ...retainedOf(added, refused)])].sort(),
    reading: toSummary(readings, combined),
  };
  const observed = { sandbox: report.sandbox.observations, reviewer: readings, ...others };
  return { ...folded, verdictHash: verdictHashOf(folded, observed) };
}

/** The review is undecided when readers did not answer, disagree, or did not receive all content. */
function undecidedBy({ isRead, isPassed, agreed, unreadReachable }: CombinedReadings): Report['undecided'] {
  const reasons: UndecidedReason[] = [];
  if (!isRead) reasons.push('reader-failed');
  else if (!isPassed && agreed.length === 0) reasons.push('readers-disagree');
  if (unreadReachable.length > 0) reasons.push('not-shown-to-reader');
  return reasons.map((reason) => ({ reason, fingerprints: [] }));
}

const retainedOf = (added: readonly Finding[], refused: readonly string[]): string[] =>
  added
    .filter(({ severity, fingerprint }) => isAtLeast(severity, 'LOW') && !refused.includes(fingerprint))
    .map(({ fingerprint }) => fingerprint);

const toSummary = (readings: readonly Reading[], { isRead, notRead }: CombinedReadings): ReadingSummary => ({
  digest: digestOf(readings),
  isRead,
  readings: readings.map(({ reader, promptVersion, pass, outcome, abstention, transcript }) => ({
    reader,
    promptVersion,
    pass,
    outcome,
    abstention,
    transcript,
  })),
  notRead,
});

type Kind = Pick<Finding, 'ruleId' | 'title' | 'confidence' | 'nature'>;

const AGREED: Kind = { ruleId: 'MOD-01', title: 'Rejected by two readings', confidence: 'firm', nature: 'malice' };
const ALONE: Kind = { ruleId: 'MOD-02', title: 'Rejected by one reading', confidence: 'tentative', nature: 'malice' };
const REMARK: Kind = {
  ruleId: 'MOD-03',
  title: 'Weakness noted by readers',
  confidence: 'tentative',
  nature: 'weakness',
};
const ATTEMPT: Kind = {
  ruleId: 'MOD-04',
  title: 'Text addresses the reviewer',
  confidence: 'tentative',
  nature: 'malice',
};

function toFindings(combined: CombinedReadings): Finding[] {
  const ordinals = new Map<string, number>();
  const make = (kind: Kind, severity: Severity, at: ReadingQuote, words: Pick<Finding, 'why' | 'fix'>): Finding => {
    const matched = at.quote.replace(/\s+/g, ' ').trim();
    const key = `${kind.ruleId}\0${at.file}\0${matched}`;
    const ordinal = ordinals.get(key) ?? 0;
    ordinals.set(key, ordinal + 1);
    return toFinding(kind, severity, at, words, fingerprintOf(kind.ruleId, at.file, matched, ordinal));
  };
  const places = (kind: Kind, list: readonly ReadPlace[], severityOf: (place: ReadPlace) => Severity): Finding[] =>
    list.flatMap((place) => {
      const worst = worstOf(place);
      if (worst === undefined) return [];
      return [make(kind, severityOf(place), worst, { why: `${worst.act}: ${worst.why}`, fix: worst.fix })];
    });
  return [
    ...places(AGREED, combined.agreed, agreedSeverity),
    ...places(ALONE, combined.open, () => 'HIGH'),
    ...places(REMARK, combined.remarks, remarkSeverity),
    ...combined.attempts.map((attempt) => make(ATTEMPT, 'MEDIUM', attempt, ATTEMPT_WORDS)),
  ];
}

const ATTEMPT_WORDS = {
  why: 'According to a reader, this text addresses reviewers of the product and not its users.',
  fix: 'Remove text that addresses reviewers or states what they should find.',
} as const;

const isCritical = ({ severity }: { readonly severity: Severity }): boolean => severity === 'CRITICAL';

/** One model family gives at most HIGH. CRITICAL requires two families and a critical rating in every finding. */
const agreedSeverity = ({ findings, families }: ReadPlace): Severity =>
  families >= 2 && findings.every(isCritical) ? 'CRITICAL' : 'HIGH';

const remarkSeverity = ({ findings }: ReadPlace): Severity =>
  findings.some(({ severity }) => severity !== 'LOW') ? 'MEDIUM' : 'LOW';

/** The finding that represents its place: the most severe one, then the one with the shortest quote. */
const worstOf = ({ findings }: ReadPlace) =>
  findings.toSorted((a, b) => Number(isCritical(b)) - Number(isCritical(a)) || a.quote.length - b.quote.length)[0];

const toFinding = (
  { ruleId, title, confidence, nature }: Kind,
  severity: Severity,
  { file, startLine, endLine, layers, quote }: ReadingQuote,
  { why, fix }: Pick<Finding, 'why' | 'fix'>,
  fingerprint: string,
): Finding => ({
  kind: 'HINT',
  ruleId,
  title,
  category: 'MOD',
  severity,
  confidence,
  nature,
  basis: 'model',
  file,
  range: { startLine, startCol: 1, endLine, endCol: 1 },
  layers,
  context: layers.length === 0 ? 'directive' : 'hidden',
  evidence: cutEvidence(quote),
  why,
  fix,
  references: [],
  related: [],
  fingerprint,
});
