import type { Finding } from '@assay/audit';
import { decideStanding, type Outcome } from '../review/outcome.ts';
import { toSafeJson } from './safe-text.ts';

/** One skill as data. `reviewResult` is null only without a review. `undecided` says why a result is undecided. */
export function toRecord(outcome: Outcome): Record<string, unknown> {
  const base = { target: outcome.target, productType: productTypeOf(outcome) };
  if (outcome.kind === 'ignored') return { ...base, reviewResult: null, ignoredBy: outcome.by, ...NOTHING };
  if (outcome.kind === 'failed') return { ...base, reviewResult: null, undecided: outcome.gaps, ...NOTHING };
  const { report } = outcome;
  return {
    ...base,
    reviewResult: decideStanding(outcome) === 'undecided' ? 'UNDECIDED' : report.reviewResult,
    undecided: outcome.gaps,
    securityLevel: report.securityLevel,
    sandboxRiskLevel: report.sandbox.riskLevel,
    sandboxMode: report.sandbox.mode,
    blocking: report.blocking,
    findings: outcome.findings.map(withLine),
    demoted: report.demoted.map(withLine),
    passages: report.passages,
    suppressed: outcome.suppressed.map(withLine),
    suppressions: outcome.suppressions,
    ignoredFiles: outcome.ignoredFiles,
    capabilities: report.capabilities,
    endpoints: report.endpoints,
    sandbox: report.sandbox,
    coverage: report.coverage,
    ...(report.tools === undefined ? {} : { tools: report.tools }),
    input: report.input,
    engine: report.engine,
    ruleset: report.ruleset,
    reading: report.reading ?? null,
    verdictHash: report.verdictHash,
    durationMs: Math.round(outcome.durationMs),
  };
}

/** Derived from the report: `tools` of a tool list, `endpointStatus` of an API, `coverage.typed` of a contract. */
function productTypeOf(outcome: Outcome): string {
  if (outcome.kind !== 'reviewed') return 'SKILL';
  const { coverage, endpointStatus, input, tools } = outcome.report;
  if (tools !== undefined) return 'TOOL';
  if (endpointStatus !== undefined) return /(?:^|\/)skill\.md$/i.test(input.entry ?? '') ? 'SKILL+API' : 'API';
  return coverage.typed !== undefined ? 'CONTRACT' : 'SKILL';
}

const NOTHING = {
  securityLevel: null,
  sandboxRiskLevel: null,
  findings: [],
  demoted: [],
  passages: [],
  verdictHash: null,
  durationMs: 0,
};

const withLine = <F extends Finding>(finding: F): F & { line: number } => ({
  ...finding,
  line: finding.range.startLine,
});

export const toJsonText = (outcomes: readonly Outcome[]): string => `${toSafeJson(outcomes.map(toRecord), 2)}\n`;

export const toJsonLine = (outcome: Outcome): string => `${toSafeJson(toRecord(outcome))}\n`;
