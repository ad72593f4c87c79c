import type { Finding } from '../types/index.ts';
import { rankOf } from './severity.policy.ts';
import { isDecisive, type JudgedFinding } from './verdict.policy.ts';

const FINDINGS_PER_RULE_MAX = 50;

/** Keeps the worst findings of each rule and every decisive finding; the rest become a count. */
export function capPerRule<F extends JudgedFinding>(findings: readonly F[]): { kept: F[]; cut: string[] } {
  const counts = new Map<string, number>();
  const decisive = new Map<string, number>();
  const next = (counter: Map<string, number>, ruleId: string): number => {
    const count = (counter.get(ruleId) ?? 0) + 1;
    counter.set(ruleId, count);
    return count;
  };
  const kept = findings.filter((finding) => {
    const isShown = next(counts, finding.ruleId) <= FINDINGS_PER_RULE_MAX;
    return isShown || (isDecisive(finding) && next(decisive, finding.ruleId) <= FINDINGS_PER_RULE_MAX);
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

/** Reduces a finding to the fields of the report. */
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
