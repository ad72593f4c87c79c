import { CertificateId, FindingId, Hash32, PanelId, RoundId, RuleId, Sha256, SubmissionId } from '../ids.ts';
import {
  type Finding,
  type Manifest,
  PAYLOAD_SCHEMA,
  PAYLOAD_SCHEMA_V1,
  type Payload,
  type PayloadV1,
  type PayloadV2,
  type Reviewer,
} from '../wire/sealed.ts';

/** Realistic values for tests. Every member can be overridden. */
export const TIME = '2026-01-01T00:00:00.000Z';
export const CERTIFICATE_ID = CertificateId.parse('0f1e2d3c4b5a69788796a5b4');
const SUBMISSION_ID = SubmissionId.parse('01940000-0000-7000-8000-000000000001');
const sha256Of = (digit: string) => Sha256.parse(digit.repeat(64));
export const hash32Of = (digit: string) => Hash32.parse(`0x${digit.repeat(64)}`);

export const buildManifest = (changes: Partial<Manifest> = {}): Manifest => ({
  capabilities: ['fs.read'],
  externalCalls: [],
  externalCallDetails: [],
  safety: { network: 'NONE', filesystem: 'READ' },
  declaredEndpoints: [],
  secrets: [],
  tools: [],
  ...changes,
});

export const buildFinding = (changes: Partial<Finding> = {}): Finding => ({
  id: FindingId.parse('a'.repeat(32)),
  ruleId: RuleId.parse('EXF-01'),
  title: 'Reads a file it did not declare',
  category: 'EXF',
  severity: 'LOW',
  confidence: 'MEDIUM',
  path: 'scripts/fill.py',
  startLine: 3,
  endLine: 3,
  snippet: 'open(path)',
  message: 'The script opens a path taken from its input.',
  remediation: 'Limit the path to the working folder.',
  reproduced: false,
  reportedBy: 'sandbox',
  ...changes,
});

export const ENGINE_REVIEWER: Reviewer = { kind: 'ENGINE', family: 'assay', version: '0.1.0' };
export const MODEL_REVIEWER: Reviewer = { kind: 'MODEL', family: 'example', version: 'example-large' };

/** The current schema: reviewed by the engine and read by a model. */
export function buildPayload(changes: Partial<PayloadV2> = {}): PayloadV2 {
  const { schema: _, digests, ...first } = buildPayloadV1();
  return {
    ...first,
    schema: PAYLOAD_SCHEMA,
    digests: {
      ...digests,
      treeSha256: sha256Of('4'),
      files: digests.files.map((file) => ({ ...file, mode: '100644' })),
    },
    reviewers: [ENGINE_REVIEWER, MODEL_REVIEWER],
    instructionsReadBy: 'MODEL',
    ...changes,
  };
}

/** The first schema, which does not record readers. */
export function buildPayloadV1(changes: Partial<PayloadV1> = {}): PayloadV1 {
  return {
    schema: PAYLOAD_SCHEMA_V1,
    certificateId: CERTIFICATE_ID,
    submissionId: SUBMISSION_ID,
    issuer: { name: 'Assay', url: 'https://assay.example', keyId: 'key-1' },
    issuedAt: TIME,
    productType: 'SKILL',
    name: 'pdf-tools',
    version: '1.4.0',
    description: 'Reads and fills PDF forms.',
    ownerWallet: null,
    source: {
      type: 'github',
      url: 'https://github.com/o/r',
      ref: 'b'.repeat(40),
      commit: 'b'.repeat(40),
      entry: 'SKILL.md',
      binding: 'COMMIT',
    },
    digests: {
      entrySha256: sha256Of('1'),
      skillMdSha256: sha256Of('1'),
      rawSha256: sha256Of('2'),
      bundleSha256: sha256Of('3'),
      files: [{ path: 'SKILL.md', size: 120, sha256: sha256Of('2') }],
    },
    manifest: buildManifest(),
    endpointReview: { observedUrls: [], declaredEndpoints: [] },
    securityLevel: 'CLEAR',
    sandboxRiskLevel: 'LOW',
    sandboxAnalyzedAt: TIME,
    retainedWarnings: [],
    round: buildRound(),
    scope: ['All files of the bundle.'],
    limitations: [],
    ...changes,
  };
}

export const buildRound = (changes: Partial<Payload['round']> = {}): Payload['round'] => ({
  id: RoundId.parse('01940000-0000-7000-8000-000000000002'),
  submissionId: SUBMISSION_ID,
  type: 'INITIAL_AUDIT',
  state: 'DECIDED',
  rulesetDigest: `sha256:${'4'.repeat(64)}`,
  engineVersion: '0.1.0',
  inputSha256: sha256Of('5'),
  beacon: null,
  sandbox: {
    riskLevel: 'LOW',
    mode: 'EMBEDDED',
    units: 1,
    exercised: 1,
    analyzedAt: TIME,
    observedUrls: [],
    findings: [],
  },
  panels: [
    {
      id: PanelId.parse('01940000-0000-7000-8000-000000000003'),
      phase: 'PRIMARY',
      state: 'TALLIED',
      seats: 5,
      verdicts: [],
      tally: { safe: 5, unsafe: 0, missed: 0 },
    },
  ],
  decision: 'SAFE',
  securityLevel: 'CLEAR',
  verdictHash: hash32Of('6'),
  startedAt: TIME,
  completedAt: TIME,
  ...changes,
});
