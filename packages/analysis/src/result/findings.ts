import type { Finding } from '../types/index.ts';
import { rankOf } from './severity.policy.ts';

const FINDINGS_PER_RULE_MAX = 50;

/** The worst of each rule stay; the rest become a count. */
export function capPerRule<F extends Finding>(findings: readonly F[]): { kept: F[]; cut: string[] } {
  const counts = new Map<string, number>();
  const kept = findings.filter(({ ruleId }) => {
    const count = (counts.get(ruleId) ?? 0) + 1;
    counts.set(ruleId, count);
    return count <= FINDINGS_PER_RULE_MAX;
  });
  const cut = [...counts]
    .filter(([, count]) => count > FINDINGS_PER_RULE_MAX)
    .map(([ruleId, count]) => `${ruleId}: ${count - FINDINGS_PER_RULE_MAX} more findings`);
  return { kept, cut: cut.sort() };
}

const byText = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);

export const inReportOrder = (a: Finding, b: Finding): number =>
  rankOf(b.severity) - rankOf(a.severity) ||
  byText(a.file, b.file) ||
  a.range.startLine - b.range.startLine ||
  a.range.startCol - b.range.startCol ||
  byText(a.ruleId, b.ruleId) ||
  byText(a.fingerprint, b.fingerprint);

/** Only the report's own fields: what the judge kept beside them stays inside. */
export const toPublicFinding = (finding: Finding): Finding => ({
  kind: finding.kind,
  ruleId: finding.ruleId,
  title: finding.title,
  category: finding.category,
  severity: finding.severity,
  confidence: finding.confidence,
  nature: finding.nature,
  basis: finding.basis,
  file: finding.file,
  range: finding.range,
  layers: finding.layers,
  context: finding.context,
  evidence: finding.evidence,
  why: finding.why,
  fix: finding.fix,
  references: finding.references,
  related: finding.related,
  fingerprint: finding.fingerprint,
  ...(finding.exploit === undefined ? {} : { exploit: finding.exploit }),
});
