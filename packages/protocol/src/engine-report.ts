/** Converts the engine's report to the sent and sealed forms. No other module does this. */
import { FindingId, Hash32, RuleId, Sha256 } from './ids.ts';
import { type ReviewResult, type Severity, URL_LENGTH_MAX } from './wire/common.ts';
import { FINDING_LIMITS, FINDINGS_MAX, type Finding, type Sandbox } from './wire/sealed.ts';

/** The part of an engine finding that leaves the engine. The engine's own type is assignable to it. */
export type EngineFinding = {
  readonly ruleId: string;
  readonly title: string;
  readonly category: string;
  readonly severity: Severity;
  readonly confidence: 'certain' | 'firm' | 'tentative';
  readonly basis: string;
  /** Empty when the finding is about the bundle as a whole. */
  readonly file: string;
  readonly range: { readonly startLine: number; readonly endLine: number };
  readonly evidence: string;
  readonly why: string;
  readonly fix: string;
  readonly fingerprint: string;
};

export type EngineReport = {
  readonly engine: { readonly version: string };
  readonly ruleset: { readonly digest: string };
  readonly input: { readonly digest: string };
  /** Highest severity first. */
  readonly findings: readonly EngineFinding[];
  readonly endpoints: {
    readonly observedUrls: readonly string[];
    readonly declaredEndpoints: readonly string[];
  };
  /** Present only for products with endpoints. */
  readonly endpointStatus?: 'PASSED' | 'FAILED' | 'NOT_TESTED' | undefined;
  readonly sandbox: {
    readonly mode: 'none' | 'embedded' | 'hardened';
    readonly riskLevel: Sandbox['riskLevel'];
    readonly units: number;
    readonly exercised: number;
  };
  readonly reviewResult: ReviewResult;
  readonly blocking: readonly { readonly fingerprints: readonly string[] }[];
  /** Why the result is UNDECIDED. */
  readonly undecided: readonly { readonly reason: string }[];
  readonly retained: readonly string[];
  readonly verdictHash: string;
  /** The model readings of the product. Absent when no model ran. */
  readonly reading?: EngineReading | undefined;
};

/** The part of a model reading that leaves the engine. */
type EngineReading = {
  /** True when enough models answered; a single answer is not enough. */
  readonly isRead: boolean;
  readonly readings: readonly {
    readonly reader: { readonly name: string; readonly model: string; readonly family: string };
    readonly pass: string;
    readonly outcome: 'REFUSE' | 'PASS' | 'ABSTAIN';
    /** Why the reading is not counted. Null or absent when it counts. */
    readonly abstention?: string | null;
    readonly promptVersion: string;
    readonly transcript: string;
  }[];
  readonly notRead: readonly { readonly file: string; readonly reason: string; readonly isReachable: boolean }[];
};

/** The `reportedBy` value of findings from the run before the council. */
export const SANDBOX_REPORTER = 'sandbox';

const CONFIDENCE = { certain: 'HIGH', firm: 'MEDIUM', tentative: 'LOW' } as const;
const MODE = { none: 'NONE', embedded: 'EMBEDDED', hardened: 'HARDENED' } as const;

/** Cuts a text to the limit and makes it storable: no unpaired surrogate, no U+0000. */
function cut(text: string, max: number): string {
  const whole = text.replaceAll('\0', '␀').toWellFormed();
  if (whole.length <= max) return whole;
  const kept = whole.slice(0, max - 1);
  return `${kept.isWellFormed() ? kept : kept.slice(0, -1)}…`;
}

export function toFinding(finding: EngineFinding, reportedBy: string): Finding {
  const { file, range } = finding;
  const isPlaced = file !== '';
  return {
    id: FindingId.parse(finding.fingerprint),
    ruleId: RuleId.parse(finding.ruleId),
    title: cut(finding.title, FINDING_LIMITS.titleMax),
    category: finding.category,
    severity: finding.severity,
    confidence: CONFIDENCE[finding.confidence],
    path: isPlaced ? file : null,
    startLine: isPlaced ? range.startLine : null,
    endLine: isPlaced ? range.endLine : null,
    snippet: finding.evidence === '' ? null : cut(finding.evidence, FINDING_LIMITS.snippetMax),
    message: cut(finding.why, FINDING_LIMITS.messageMax),
    remediation: finding.fix === '' ? null : cut(finding.fix, FINDING_LIMITS.remediationMax),
    reproduced: finding.basis === 'reproduced',
    reportedBy,
  };
}

/** Highest severity first, up to the limit of a sealed record. */
const toFindings = (findings: readonly EngineFinding[]): Finding[] =>
  findings.slice(0, FINDINGS_MAX).map((finding) => toFinding(finding, SANDBOX_REPORTER));

export const toBlockingFindings = (report: EngineReport): Finding[] => {
  const blocking = new Set(report.blocking.flatMap(({ fingerprints }) => fingerprints));
  return toFindings(report.findings.filter(({ fingerprint }) => blocking.has(fingerprint)));
};

export const toRetainedWarnings = (report: EngineReport): Finding[] => {
  const retained = new Set(report.retained);
  return toFindings(report.findings.filter(({ fingerprint }) => retained.has(fingerprint)));
};

const toUrls = (urls: readonly string[]): string[] =>
  urls
    .map((url) => cut(url, URL_LENGTH_MAX))
    .filter((url) => url !== '')
    .slice(0, FINDINGS_MAX);

export const toEndpointReview = ({ endpoints }: EngineReport) => ({
  observedUrls: toUrls(endpoints.observedUrls),
  declaredEndpoints: toUrls(endpoints.declaredEndpoints),
});

export const toSandbox = ({ sandbox, endpoints, findings }: EngineReport, analyzedAt: Date): Sandbox => ({
  riskLevel: sandbox.riskLevel,
  mode: MODE[sandbox.mode],
  units: sandbox.units,
  exercised: sandbox.exercised,
  analyzedAt: analyzedAt.toISOString(),
  observedUrls: toUrls(endpoints.observedUrls),
  findings: toFindings(findings),
});

/** The fields that identify the run on which a round is based. */
export const toRunIdentity = ({ engine, ruleset, input, verdictHash }: EngineReport) => ({
  engineVersion: engine.version,
  rulesetDigest: ruleset.digest,
  inputSha256: Sha256.parse(input.digest),
  verdictHash: Hash32.parse(`0x${verdictHash}`),
});
