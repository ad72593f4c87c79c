import type { Finding, Report } from '@assay/analysis/types/report';
import { type SarifLog, type SarifNotification, type SarifRule, type SarifRun, SCHEMA_URI } from './sarif-log.ts';
import {
  type SuppressedFinding,
  toDemotedResult,
  toLocation,
  toMessage,
  toResult,
  toSuppressedResult,
} from './sarif-result.ts';
import { type RuleText, toSarifRule } from './sarif-rule.ts';

/** One reviewed product. A product that could not be reviewed has no report, and says why. */
export type SarifTarget = {
  readonly name: string;
  /** Folder of the product below the root of the checkout; empty for the root itself. */
  readonly root: string;
  readonly source?: { readonly url: string; readonly ref: string };
  readonly report?: Report;
  readonly suppressed?: readonly SuppressedFinding[];
  readonly failures?: readonly string[];
};

/** One run per product, in the order given. `catalogue` describes the rules; a finding of another rule describes itself. */
export function toSarif(targets: readonly SarifTarget[], catalogue: readonly RuleText[]): SarifLog {
  const known = new Map(catalogue.map((rule) => [rule.id, rule]));
  return { $schema: SCHEMA_URI, version: '2.1.0', runs: targets.map((target) => toRun(target, known)) };
}

function toRun(target: SarifTarget, known: ReadonlyMap<string, RuleText>): SarifRun {
  const { report, suppressed = [] } = target;
  const setAside = new Set(suppressed.map(({ fingerprint }) => fingerprint));
  const live = (report?.findings ?? []).filter(({ fingerprint }) => !setAside.has(fingerprint));
  const demoted = report?.demoted ?? [];
  const rules = toRules([...live, ...suppressed, ...demoted], known);
  const place = ({ ruleId }: Finding) => ({
    root: target.root,
    ruleIndex: rules.findIndex(({ id }) => id === ruleId),
  });
  return {
    tool: {
      driver: { name: 'assay', ...(report === undefined ? {} : { semanticVersion: report.engine.version }), rules },
    },
    automationDetails: { id: `assay/${target.name}/` },
    columnKind: 'utf16CodeUnits',
    invocations: [
      {
        executionSuccessful: (target.failures ?? []).length === 0,
        toolExecutionNotifications: toNotifications(target),
      },
    ],
    ...toProvenance(target.source),
    results: [
      ...live.map((finding) => toResult(finding, place(finding))),
      ...suppressed.map((finding) => toSuppressedResult(finding, place(finding))),
      ...demoted.map((finding) => toDemotedResult(finding, place(finding))),
    ],
    properties: toProperties(target),
  };
}

/** Every rule that has a result, once, by id. */
function toRules(findings: readonly Finding[], known: ReadonlyMap<string, RuleText>): SarifRule[] {
  const first = new Map<string, Finding>();
  for (const finding of findings) if (!first.has(finding.ruleId)) first.set(finding.ruleId, finding);
  return [...first.values()]
    .sort((a, b) => (a.ruleId < b.ruleId ? -1 : 1))
    .map((finding) =>
      toSarifRule(
        known.get(finding.ruleId) ?? { ...finding, id: finding.ruleId, why: toMessage(finding.why) },
        finding.confidence,
      ),
    );
}

/** What was not seen is a message about the run, not only a result: a viewer that filters results still shows it. */
function toNotifications({ root, report, failures = [] }: SarifTarget): SarifNotification[] {
  const opaque = (report?.findings ?? []).filter(({ nature }) => nature === 'opacity');
  return [
    ...failures.map((text): SarifNotification => ({ level: 'error', message: { text: toMessage(text) } })),
    ...opaque.map(
      ({ title, file, range }): SarifNotification => ({
        level: 'warning',
        message: { text: title },
        locations: [toLocation(root, file, range)],
      }),
    ),
    ...(report?.coverage.budgetHits ?? []).map(
      (hit): SarifNotification => ({ level: 'warning', message: { text: toMessage(`Limit reached: ${hit}`) } }),
    ),
  ];
}

function toProvenance(source: SarifTarget['source']): Pick<SarifRun, 'versionControlProvenance'> {
  if (source === undefined || !URL.canParse(source.url)) return {};
  const revision = source.ref === '' ? {} : { revisionId: source.ref };
  return { versionControlProvenance: [{ repositoryUri: source.url, ...revision }] };
}

function toProperties({ name, report }: SarifTarget): Record<string, unknown> {
  if (report === undefined) return { target: name, reviewResult: null };
  const { reviewResult, verdictHash, securityLevel, blocking, undecided, sandbox } = report;
  return {
    target: name,
    reviewResult,
    verdictHash,
    securityLevel,
    blocking: blocking.map(({ reason }) => reason),
    undecided: undecided.map(({ reason }) => reason),
    sandboxMode: sandbox.mode,
    sandboxRiskLevel: sandbox.riskLevel,
  };
}
