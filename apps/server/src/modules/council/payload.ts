import {
  Address,
  type BundleDigests,
  canonicalBytes,
  FINDINGS_MAX,
  type Finding,
  levelAsRead,
  type Manifest,
  type Payload,
  type Reviewer,
  type Round,
  readerOf,
  SEALED_BYTES_MAX,
  Source,
  toEndpointReview,
  warningsAsRead,
} from '@assay/protocol';
import type { IssueInput } from '../certificates/index.ts';
import type { SealedSubmission } from '../submissions/index.ts';
import { withEndpointWarning } from './endpoint-warning.policy.ts';
import { toRetained } from './retained.policy.ts';
import type { StoredReport } from './round.answer.ts';
import { type Seen, toSealedManifest } from './sealed-manifest.policy.ts';

type Parts = SealedSubmission & {
  readonly digests: BundleDigests;
  readonly report: StoredReport & Seen;
  readonly reviewers: readonly Reviewer[];
  /** Decided SAFE. */
  readonly round: Round;
};

/** The scope of the review, as every certificate states it. */
const SCOPE: readonly string[] = [
  'Every file of the sealed bundle: instructions, code, package manifests and encoded content',
  'Behaviour of executable parts in the sandbox, as far as they were exercised',
];
const LIMITATIONS: readonly string[] = [
  'It applies to the certified version only. It says nothing about changed files.',
  'Remote API endpoints, and content loaded at run time, can behave differently after certification.',
  'A review is limited to its rules and reviewers. It does not guarantee that there are no vulnerabilities.',
  'A newer version that is not certified can exist.',
];
/** The owner of the samples that the service reviews for itself. */
export const DEMONSTRATION_OWNER = 'demonstration';
const DEMONSTRATION_LIMITATION =
  'demo: true. Demonstration data of a new installation: reviewed, but not requested or paid for. Do not rely on it.';

/** How many sandbox and seat findings the sealed round shows. The public round shows all of them. */
const SHOWN = [
  { sandbox: 50, seat: 5 },
  { sandbox: 20, seat: 1 },
  { sandbox: 0, seat: 0 },
] as const;
/** Bytes that identity, issuer and time add at sealing. */
const SEAL_BYTES = 1_024;

/** The content of a certificate. Shows fewer findings if the content would exceed the size limit. */
export function toIssueInput(parts: Parts): IssueInput {
  for (const shown of SHOWN) {
    const input = toInput(parts, shown);
    if (canonicalBytes(input).length + SEAL_BYTES <= SEALED_BYTES_MAX) return input;
  }
  throw new Error('A certificate would be too large to seal');
}

function toInput(parts: Parts, shown: (typeof SHOWN)[number]): IssueInput {
  const { submission, input, digests, report, reviewers, round } = parts;
  const { sandbox } = round;
  const instructionsReadBy = readerOf(reviewers);
  const verdicts = round.panels.flatMap((panel) => panel.verdicts);
  const { securityLevel, retainedWarnings } = withEndpointWarning(toRetained(report, verdicts), report.endpointStatus);
  return {
    owner: submission.owner,
    submissionId: round.submissionId,
    productType: input.productType,
    name: input.name,
    version: input.version,
    description: input.description,
    ownerWallet: Address.nullable().parse(submission.ownerWallet),
    source: toSealedSource(input, digests.bundleSha256),
    digests,
    manifest: toSealedManifest(input.manifest, report),
    endpointReview: toReviewedEndpoints(input.manifest, report),
    ...(report.endpointStatus === undefined ? {} : { endpointStatus: report.endpointStatus }),
    securityLevel: levelAsRead(securityLevel, instructionsReadBy),
    sandboxRiskLevel: sandbox.riskLevel,
    sandboxAnalyzedAt: sandbox.analyzedAt,
    retainedWarnings: warningsAsRead(retainedWarnings, instructionsReadBy, FINDINGS_MAX),
    round: toSealedRound(round, shown),
    reviewers: [...reviewers],
    instructionsReadBy,
    scope: [...SCOPE],
    limitations:
      submission.owner === DEMONSTRATION_OWNER ? [DEMONSTRATION_LIMITATION, ...LIMITATIONS] : [...LIMITATIONS],
  };
}

/** The endpoints that the engine found in a manifest, and those that the submission declares. */
function toReviewedEndpoints({ declaredEndpoints }: Manifest, report: StoredReport): Payload['endpointReview'] {
  const reviewed = toEndpointReview(report);
  return { ...reviewed, declaredEndpoints: [...new Set([...reviewed.declaredEndpoints, ...declaredEndpoints])].sort() };
}

/** Content that was not proven to be the tree of its commit is identified by its digest only. */
function toSealedSource({ source, gitTree, entryPath }: Parts['input'], bundleSha256: string): Source {
  if (source.binding === 'CONTENT' || gitTree !== null) return Source.parse(source);
  const ref = `sha256:${bundleSha256}`;
  return { type: 'inline', url: null, ref, commit: null, entry: entryPath, binding: 'CONTENT' };
}

function toSealedRound(round: Round, shown: (typeof SHOWN)[number]): Payload['round'] {
  const { decision, securityLevel, verdictHash, completedAt, sandbox, panels } = round;
  if (decision !== 'SAFE' || securityLevel === null || verdictHash === null || completedAt === null) {
    throw new Error('Only a round that was decided SAFE is sealed');
  }
  const cut = (findings: readonly Finding[], max: number) => findings.slice(0, max);
  return {
    ...round,
    decision,
    securityLevel,
    verdictHash,
    completedAt,
    state: 'DECIDED',
    sandbox: { ...sandbox, findings: cut(sandbox.findings, shown.sandbox) },
    panels: panels.map((panel) => ({
      ...panel,
      verdicts: panel.verdicts.map((verdict) => ({ ...verdict, findings: cut(verdict.findings, shown.seat) })),
    })),
  };
}
