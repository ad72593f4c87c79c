/** Fills a database with many certificates in one statement, from one sealed payload. */
import { randomBytes } from 'node:crypto';
import {
  CertificateId,
  createSigner,
  describeBundle,
  Finding,
  keccak256Hex,
  newUuidV7,
  RoundId,
  SubmissionId,
} from '@assay/protocol';
import type { Pool } from 'pg';
import { type IssueInput, seal } from '../../apps/server/src/modules/certificates/seal.ts';

const SAMPLE_ID = CertificateId.parse('0123456789abcdef01234567');
/** Rows of one statement: each must end well before the pool's time limit. */
const CHUNK = 5_000;
const utf8 = new TextEncoder();

/** The id of certificate number `n`: known to the load generator without asking. */
export const idOf = (n: number): string => n.toString(16).padStart(24, '0');

/** An ordinary certificate: three files, one call out, one retained warning. */
function sampleInput(now: Date): IssueInput {
  const at = now.toISOString();
  const submissionId = newUuidV7(SubmissionId, now.getTime(), randomBytes);
  const files = ['SKILL.md', 'scripts/run.py', 'references/api.md'].map((path) => ({ path, bytes: utf8.encode(path) }));
  const digests = describeBundle(files, 'SKILL.md');
  const call = 'https://api.service.example/v1/items';
  const warning = Finding.parse({
    id: '0123456789abcdef0123456789abcdef',
    ruleId: 'SUP-01',
    title: 'Runner without a pinned version',
    category: 'SUP',
    severity: 'LOW',
    confidence: 'MEDIUM',
    path: 'SKILL.md',
    startLine: 12,
    endLine: 12,
    snippet: 'npx some-tool',
    message: 'The newest version is run, whatever it is that day.',
    remediation: 'Name an exact version.',
    reproduced: false,
    reportedBy: 'sandbox',
  });
  return {
    owner: 'bench',
    submissionId,
    productType: 'SKILL',
    name: 'bench-skill',
    version: '1.0.0',
    description: 'Reads items of a service and writes a summary of what changed since the last time.',
    ownerWallet: null,
    source: {
      type: 'github',
      url: 'https://github.com/example/skills',
      ref: 'a'.repeat(40),
      commit: 'a'.repeat(40),
      entry: 'SKILL.md',
      binding: 'COMMIT',
    },
    digests,
    manifest: {
      capabilities: ['net.http', 'fs.read', 'proc.exec'],
      externalCalls: [call],
      externalCallDetails: [{ url: call, method: 'GET', auth: 'bearer', reason: 'The items' }],
      safety: { network: 'DECLARED', filesystem: 'READ' },
      declaredEndpoints: [],
      secrets: ['SERVICE_API_KEY'],
      tools: [],
    },
    endpointReview: { observedUrls: [call], declaredEndpoints: [] },
    securityLevel: 'LOW',
    sandboxRiskLevel: 'LOW',
    sandboxAnalyzedAt: at,
    retainedWarnings: [warning],
    round: {
      id: newUuidV7(RoundId, now.getTime(), randomBytes),
      submissionId,
      type: 'INITIAL_AUDIT',
      state: 'DECIDED',
      rulesetDigest: 'bench',
      engineVersion: 'bench',
      inputSha256: digests.bundleSha256,
      beacon: null,
      sandbox: {
        riskLevel: 'LOW',
        mode: 'NONE',
        units: 0,
        exercised: 0,
        analyzedAt: at,
        observedUrls: [call],
        findings: [],
      },
      panels: [],
      decision: 'SAFE',
      securityLevel: 'LOW',
      verdictHash: keccak256Hex(utf8.encode('bench')),
      startedAt: at,
      completedAt: at,
    },
    reviewers: [
      { kind: 'ENGINE', family: 'assay', version: 'bench' },
      { kind: 'MODEL', family: 'bench', version: 'bench' },
    ],
    instructionsReadBy: 'MODEL',
    scope: ['bench'],
    limitations: ['bench'],
  };
}

/** Certificates 0 to `count` - 1, all approved, one second apart. Their hashes are those of the sample: nobody checks them here. */
export async function fillCertificates(pool: Pool, count: number): Promise<void> {
  const now = new Date();
  const signer = createSigner(randomBytes(32));
  const row = seal(sampleInput(now), { id: SAMPLE_ID, issuedAt: now, issuerUrl: 'http://127.0.0.1', signer });
  for (let from = 0; from < count; from += CHUNK) {
    await pool.query(
      `INSERT INTO certificates (id, submission_id, skill_key, name, version, description, product_type, security_level, warnings,
       owner_wallet, source_url, source_ref, entry_sha256, raw_sha256, bundle_sha256, payload, payload_hash, payload_sha256,
       key_id, statement, sealed_at)
     SELECT lpad(to_hex(n), 24, '0'), gen_random_uuid(), 'bench-' || n, $2 || '-' || n, $3, $4, $5, $6, $7, NULL, $8, $9, $10, $11, $12,
       replace($13, $14, lpad(to_hex(n), 24, '0')), $15, $16, $17, $18, $19::timestamptz - make_interval(secs => n)
     FROM generate_series($1::int, $20::int - 1) AS n`,
      [
        from,
        row.name,
        row.version,
        row.description,
        row.productType,
        row.securityLevel,
        row.warnings,
        row.sourceUrl,
        row.sourceRef,
        row.entrySha256,
        row.rawSha256,
        row.bundleSha256,
        row.payload,
        SAMPLE_ID,
        row.payloadHash,
        row.payloadSha256,
        row.keyId,
        row.statement,
        row.sealedAt,
        Math.min(from + CHUNK, count),
      ],
    );
  }
  await pool.query(
    `INSERT INTO certificate_states (certificate_id, status, status_changed_at, revoked)
     SELECT id, 'APPROVED', sealed_at, false FROM certificates ON CONFLICT DO NOTHING`,
  );
  await pool.query('ANALYZE certificates, certificate_states, flags');
}
