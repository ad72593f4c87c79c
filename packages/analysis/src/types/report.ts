import type { SandboxReport } from '../runs/observation.ts';
import type { Exploit } from './contract-lab.ts';
import type { ProbeResult } from './ports.ts';
import type { ReadingSummary } from './reading.ts';
import type { ToolPins } from './tool-pins.ts';
import type { Location, Range } from './view.ts';

export const SEVERITIES = ['INFO', 'LOW', 'MEDIUM', 'HIGH', 'CRITICAL'] as const;
export type Severity = (typeof SEVERITIES)[number];

export const CONFIDENCES = ['tentative', 'firm', 'certain'] as const;
export type Confidence = (typeof CONFIDENCES)[number];

const NATURES = ['malice', 'weakness', 'opacity', 'hygiene'] as const;
export type Nature = (typeof NATURES)[number];

type Basis = 'static' | 'chain' | 'reproduced' | 'model' | 'plugin';

/**
 * Role of a span for its reader: an instruction, running code, a sample, a mention, a warning, test data, or hidden
 * text.
 */
export const DISCOURSES = [
  'directive',
  'executable',
  'reference',
  'quoted',
  'prohibited',
  'fixture',
  'hidden',
] as const;
export type Discourse = (typeof DISCOURSES)[number];

export const BLOCKING_REASONS = [
  'critical-finding',
  'multi-stage-attack',
  'instruction-subversion',
  'reproduced-exploit',
  'executes-unreviewed-content',
  'package-integrity',
  'reviewer-manipulation',
  'contract-critical',
  'model-refusal',
  'corroborated-plugin',
] as const;
export type BlockingReason = (typeof BLOCKING_REASONS)[number];

/** Why a review cannot end in SAFE or UNSAFE. None of these is evidence against the bundle. */
export const UNDECIDED_REASONS = [
  'nothing-to-review',
  'unread-content',
  'reader-failed',
  'readers-disagree',
  'not-shown-to-reader',
] as const;
export type UndecidedReason = (typeof UNDECIDED_REASONS)[number];

/**
 * UNSAFE: a proof, or readers agree. UNDECIDED: a limit was reached, executable content was not parsed, or a reader
 * failed. NO_FINDINGS: no proof, and no reader has read it. SAFE: no proof, and at least two reading passes, or a
 * person, passed it.
 */
export const REVIEW_RESULTS = ['UNSAFE', 'UNDECIDED', 'NO_FINDINGS', 'SAFE'] as const;
export type ReviewResult = (typeof REVIEW_RESULTS)[number];

/** A proof blocks. A hint is a location for readers and people, and never blocks. */
const FINDING_KINDS = ['PROOF', 'HINT'] as const;
export type FindingKind = (typeof FINDING_KINDS)[number];

export const CAPABILITIES = [
  'fs.read',
  'fs.write',
  'fs.delete',
  'net.http',
  'net.raw',
  'net.listen',
  'proc.exec',
  'proc.background',
  'code.dynamic',
  'pkg.install',
  'env.read',
  'secret.read',
  'agent.memory',
  'agent.config',
  'agent.tools',
  'msg.send',
  'money.transfer',
  'system.privilege',
  'system.persist',
  'clipboard',
  'screen',
  'device',
] as const;
export type Capability = (typeof CAPABILITIES)[number];

export type Related = { readonly file: string; readonly range: Range; readonly role: string };

export type Finding = {
  readonly kind: FindingKind;
  readonly ruleId: string;
  readonly title: string;
  readonly category: string;
  readonly severity: Severity;
  readonly confidence: Confidence;
  readonly nature: Nature;
  readonly basis: Basis;
  readonly file: string;
  readonly range: Range;
  readonly layers: readonly string[];
  readonly context: Discourse;
  readonly evidence: string;
  readonly why: string;
  readonly fix: string;
  readonly references: readonly string[];
  readonly related: readonly Related[];
  readonly fingerprint: string;
  /** The calls that reproduced the finding; only for reproduced findings in contracts. */
  readonly exploit?: Exploit;
};

export type DemotedFinding = Finding & { readonly because: readonly string[] };

/**
 * Lines worth reading, with the reason. A passage is not a finding, has no weight, and is not part of a certificate.
 */
export type Passage = {
  readonly file: string;
  readonly startLine: number;
  readonly endLine: number;
  readonly why: string;
};

export type Report = {
  readonly schema: 'assay-report/2';
  readonly engine: {
    readonly version: string;
    readonly unicode: string;
    readonly parsers: Readonly<Record<string, string>>;
  };
  readonly ruleset: { readonly version: string; readonly digest: string };
  readonly plugins: readonly { readonly id: string; readonly digest: string }[];
  readonly input: {
    readonly digest: string;
    readonly files: number;
    readonly bytes: number;
    readonly entry: string | null;
  };
  readonly findings: readonly Finding[];
  readonly demoted: readonly DemotedFinding[];
  /** In the order of files and lines; their content is not evaluated. */
  readonly passages: readonly Passage[];
  readonly capabilities: {
    readonly declared: readonly string[];
    readonly observed: readonly { readonly name: string; readonly at: readonly Location[] }[];
    readonly undeclared: readonly string[];
    readonly unused: readonly string[];
  };
  readonly endpoints: {
    readonly observedUrls: readonly string[];
    readonly observedHosts: readonly string[];
    readonly declaredEndpoints: readonly string[];
    readonly undeclaredHosts: readonly string[];
  };
  readonly sandbox: SandboxReport;
  readonly endpointStatus?: 'PASSED' | 'FAILED' | 'NOT_TESTED';
  /** Requests to a service and its answers; absent without a probe. */
  readonly probe?: readonly ProbeResult[];
  readonly coverage: {
    readonly bytes: number;
    readonly lexical: number;
    readonly parsed: number;
    readonly opaque: number;
    readonly budgetHits: readonly string[];
    /** For contracts: whether a compiler has also read them. */
    readonly typed?: boolean;
  };
  readonly securityLevel: 'CLEAR' | 'LOW' | 'MEDIUM' | 'HIGH' | 'CRITICAL';
  readonly reviewResult: ReviewResult;
  readonly blocking: readonly { readonly reason: BlockingReason; readonly fingerprints: readonly string[] }[];
  /** Why the result is UNDECIDED. Can coexist with reasons to block. */
  readonly undecided: readonly { readonly reason: UndecidedReason; readonly fingerprints: readonly string[] }[];
  readonly retained: readonly string[];
  /** For tools: their pins at the time of the review, so that a change is visible. */
  readonly tools?: ToolPins;
  /** Readings by models or people; absent without any. */
  readonly reading?: ReadingSummary;
  readonly verdictHash: string;
};

/** Timings and counts for operators. They are not part of the report, and so not of a hash. */
export type Stats = {
  readonly files: number;
  readonly views: number;
  readonly units: number;
  readonly facts: number;
  readonly findings: number;
};
