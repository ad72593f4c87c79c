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

/** One reviewed product. A product that could not be reviewed has failures instead of a report. */
export type SarifTarget = {
  readonly name: string;
  /** Folder of the product below the root of the checkout; empty for the root itself. */
  readonly root: string;
  readonly source?: { readonly url: string; readonly ref: string };
  readonly report?: Report;
  readonly suppressed?: readonly SuppressedFinding[];
  readonly failures?: readonly string[];
};

/** The page that describes the tool: the portal of a service. */
type Links = { readonly home?: string | undefined };

/**
 * Writes one run for all products, because code hosts limit the runs per upload. `catalogue` describes the rules. A
 * finding of another rule describes itself.
 */
export function toSarif(
  targets: readonly SarifTarget[],
  catalogue: readonly RuleText[],
  { home }: Links = {},
): SarifLog {
  const known = new Map(catalogue.map((rule) => [rule.id, rule]));
  const runs =
    targets.length === 0 ? [] : [toRun(targets, known, home !== undefined && URL.canParse(home) ? home : undefined)];
  return { $schema: SCHEMA_URI, version: '2.1.0', runs };
}

function toRun(
  targets: readonly SarifTarget[],
  known: ReadonlyMap<string, RuleText>,
  home: string | undefined,
): SarifRun {
  const all = targets.map((target) => ({ target, ...sortFindings(target) }));
  const rules = toRules(
    all.flatMap(({ live, suppressed, demoted }) => [...live, ...suppressed, ...demoted]),
    known,
  );
  const indexes = new Map(rules.map(({ id }, index) => [id, index]));
  const version = targets.find(({ report }) => report !== undefined)?.report?.engine.version;
  return {
    tool: {
      driver: {
        name: 'assay',
        ...(version === undefined ? {} : { semanticVersion: version }),
        ...(home === undefined ? {} : { informationUri: `${home.replace(/\/+$/, '')}/docs` }),
        rules,
      },
    },
    automationDetails: { id: 'assay/' },
    columnKind: 'utf16CodeUnits',
    invocations: [
      {
        executionSuccessful: targets.every(({ failures = [] }) => failures.length === 0),
        toolExecutionNotifications: targets.flatMap(toNotifications),
      },
    ],
    ...toProvenance(targets),
    results: all.flatMap(({ target: { root }, live, suppressed, demoted }) => {
      const place = ({ ruleId }: Finding) => ({ root, ruleIndex: indexes.get(ruleId) ?? -1 });
      return [
        ...live.map((finding) => toResult(finding, place(finding))),
        ...suppressed.map((finding) => toSuppressedResult(finding, place(finding))),
        ...demoted.map((finding) => toDemotedResult(finding, place(finding))),
      ];
    }),
    properties: { targets: targets.map(toProperties) },
  };
}

function sortFindings({ report, suppressed = [] }: SarifTarget) {
  const setAside = new Set(suppressed.map(({ fingerprint }) => fingerprint));
  const live = (report?.findings ?? []).filter(({ fingerprint }) => !setAside.has(fingerprint));
  return { live, suppressed, demoted: report?.demoted ?? [] };
}

/** Every rule with a result once, in order of ids. */
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

/** Unreviewed content is also a message about the run, so that a viewer that filters results still shows it. */
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

function toProvenance(targets: readonly SarifTarget[]): Pick<SarifRun, 'versionControlProvenance'> {
  const found = targets.flatMap(({ source }) =>
    source === undefined || !URL.canParse(source.url)
      ? []
      : [{ repositoryUri: source.url, ...(source.ref === '' ? {} : { revisionId: source.ref }) }],
  );
  const [first, ...rest] = new Map(found.map((each) => [JSON.stringify(each), each])).values();
  return first === undefined ? {} : { versionControlProvenance: [first, ...rest] };
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
