import type { BundleFile, Finding, Report } from '@assay/audit';
import { decideState, findSuppressions, isCovered, type Suppression, type SuppressionState } from './suppression.ts';

/** A finding that `--fail-on` ignores, with the justification. */
type SetAsideFinding = Finding & { readonly justification: string };

export type Sorted = {
  readonly findings: readonly Finding[];
  readonly suppressed: readonly SetAsideFinding[];
  readonly suppressions: readonly (Suppression & { readonly state: SuppressionState })[];
  readonly ignoredFiles: readonly { readonly path: string; readonly by: string }[];
};

type Case = {
  readonly report: Report;
  readonly files: readonly BundleFile[];
  /** The ignore-file line that applies to a file of the skill. */
  readonly ignoredBy: (path: string) => string | undefined;
  readonly today: string;
};

/**
 * Splits findings into active and suppressed ones. Suppression changes neither the review nor the verdict, and findings
 * that are CRITICAL or make the skill UNSAFE always count.
 */
export function setAside({ report, files, ignoredBy, today }: Case): Sorted {
  const blocking = new Set(report.blocking.flatMap(({ fingerprints }) => fingerprints));
  const mayHide = (finding: Finding): boolean => finding.severity !== 'CRITICAL' && !blocking.has(finding.fingerprint);

  const justifications = new Map<Finding, string>();
  for (const finding of report.findings) {
    const by = ignoredBy(finding.file);
    if (by !== undefined && mayHide(finding)) justifications.set(finding, `ignored by ${by}`);
  }
  const suppressions = findSuppressions(files).map((suppression) => {
    const covered = report.findings.filter((finding) => isCovered(finding, suppression));
    const state = decideState(suppression, covered, mayHide, today);
    if (state === 'applied') for (const finding of covered) justifications.set(finding, toJustification(suppression));
    return { ...suppression, state };
  });

  return {
    findings: report.findings.filter((finding) => !justifications.has(finding)),
    suppressed: [...justifications].map(([finding, justification]) => ({ ...finding, justification })),
    suppressions,
    ignoredFiles: files.flatMap(({ path }) => toIgnored(path, ignoredBy(path))),
  };
}

const toJustification = ({ file, line, until, reason }: Suppression): string =>
  `${reason} (until ${until}, ${file}:${line})`;

const toIgnored = (path: string, by: string | undefined) => (by === undefined ? [] : [{ path, by }]);
