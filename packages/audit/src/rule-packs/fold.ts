import { inReportOrder } from '@assay/analysis/result/findings';
import { mergeReasons, resultOf, withKinds } from '@assay/analysis/result/result.policy';
import { digestOf } from '@assay/analysis/result/seal';
import { isAtLeast } from '@assay/analysis/result/severity.policy';
import { levelOf } from '@assay/analysis/result/verdict.policy';
import type { Finding, Report } from '@assay/analysis/types';
import { isCorroborated, overlaps } from './corroboration.ts';
import type { PackRun } from './run.ts';

/**
 * Adds the findings of rule packs to the report. A pack never suppresses, lowers or renames a finding, and cannot block
 * alone. Its finding blocks when the engine or a reader reports the same place with at least the same severity.
 */
export function foldPacks(report: Report, runs: readonly PackRun[]): Report {
  if (runs.length === 0) return report;
  const added = strongest(runs.flatMap(({ findings }) => findings));
  const merged = report.findings.map((finding) => mergeInto(finding, added));
  const own = added.filter((finding) => !report.findings.some((known) => isSameMatter(known, finding)));
  const findings = [...merged, ...own].sort(inReportOrder);
  const confirmed = [
    ...new Set(
      added
        .filter((finding) => isCorroborated(finding, report))
        .map((finding) => (report.findings.find((known) => isSameMatter(known, finding)) ?? finding).fingerprint),
    ),
  ];
  const reason = { reason: 'corroborated-plugin' as const, fingerprints: confirmed.sort() };
  const blocking = confirmed.length === 0 ? report.blocking : mergeReasons([...report.blocking, reason]);
  const retained = own.filter(
    ({ severity, fingerprint }) => isAtLeast(severity, 'LOW') && !confirmed.includes(fingerprint),
  );
  const dropped = runs.filter(({ isDropped }) => isDropped).map(({ id }) => `plugin ${id}: over its budget`);
  const folded: Omit<Report, 'verdictHash'> = {
    ...report,
    plugins: runs.map(({ id, digest }) => ({ id, digest })),
    findings: withKinds(findings, blocking),
    coverage: { ...report.coverage, budgetHits: [...report.coverage.budgetHits, ...dropped].sort() },
    reviewResult: resultOf({ ...report, blocking }, report.reviewResult === 'SAFE'),
    securityLevel: levelOf(findings),
    blocking,
    retained: [...new Set([...report.retained, ...retained.map(({ fingerprint }) => fingerprint)])]
      .filter((fingerprint) => !confirmed.includes(fingerprint))
      .sort(),
  };
  return { ...folded, verdictHash: hashOf(report.verdictHash, folded) };
}

/** The hash includes the engine's own hash, so nothing needs to be observed again. */
const hashOf = (
  base: string,
  { plugins, reviewResult, securityLevel, findings }: Omit<Report, 'verdictHash'>,
): string =>
  digestOf({
    v: 2,
    base,
    plugins,
    reviewResult,
    securityLevel,
    findings: findings.map(({ fingerprint, severity, confidence }) => [fingerprint, severity, confidence]),
  });

/** Findings are about the same issue when they overlap and have the same category. */
const isSameMatter = (one: Finding, other: Finding): boolean => one.category === other.category && overlaps(one, other);

/** When several packs report the same issue, only the most severe finding stays. */
function strongest(findings: readonly Finding[]): Finding[] {
  const kept: Finding[] = [];
  for (const finding of findings.toSorted(inReportOrder)) {
    if (!kept.some((known) => known.ruleId !== finding.ruleId && isSameMatter(known, finding))) kept.push(finding);
  }
  return kept;
}

/** A tentative finding of the engine becomes firm when a pack reports the same issue. Nothing else changes. */
function mergeInto(finding: Finding, added: readonly Finding[]): Finding {
  const same = added.filter((one) => isSameMatter(finding, one));
  if (same.length === 0) return finding;
  const related = same.map(({ file, range, ruleId }) => ({ file, range, role: ruleId }));
  const confidence = finding.confidence === 'tentative' ? 'firm' : finding.confidence;
  return { ...finding, confidence, related: [...finding.related, ...related] };
}
