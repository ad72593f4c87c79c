import { randomBytes } from 'node:crypto';
import {
  type BundleFile,
  CertificateId,
  describeBundle,
  newUuidV7,
  SubmissionId,
  UNREAD_RULE_ID,
} from '@assay/protocol';
import { buildFinding, buildPayload } from '@assay/protocol/testing';
import type { IssueInput } from '../modules/certificates/index.ts';
import { commitId } from './github-stand-in.ts';
import type { TestServer } from './test-server.ts';

const utf8 = new TextEncoder();

const toFiles = (files: Record<string, string>): BundleFile[] =>
  Object.entries(files).map(([path, text]) => ({ path, bytes: utf8.encode(text) }));

type Changes = Partial<IssueInput> & { files?: Record<string, string> };

/** A round's decision about a small new skill. Every member can be replaced. */
export function buildIssueInput({ files, ...changes }: Changes = {}): IssueInput {
  const submissionId = newUuidV7(SubmissionId, Date.now(), (length) => randomBytes(length));
  const name = changes.name ?? `skill-${submissionId.slice(-8)}`;
  const { schema: _, certificateId: __, issuer: ___, issuedAt: ____, ...decided } = buildPayload();
  const commit = commitId(submissionId);
  return {
    ...decided,
    owner: 'account:test',
    submissionId,
    name,
    source: {
      type: 'github',
      url: `https://github.com/acme/${name}`,
      ref: commit,
      commit,
      entry: 'SKILL.md',
      binding: 'COMMIT',
    },
    digests: describeBundle(toFiles(files ?? { 'SKILL.md': `# ${name}\r\nUse with care.\n` }), 'SKILL.md'),
    round: { ...decided.round, submissionId },
    ...changes,
  };
}

/** The changes for instructions that neither a model nor a person has read. */
export const UNREAD: Partial<IssueInput> = {
  reviewers: [{ kind: 'ENGINE', family: 'assay', version: '1' }],
  instructionsReadBy: 'NONE',
  securityLevel: 'LOW',
  retainedWarnings: [buildFinding({ ruleId: UNREAD_RULE_ID, severity: 'LOW' })],
};

/** Issues through the service, like the council. */
export async function issueCertificate(server: Pick<TestServer, 'app'>, changes: Changes = {}): Promise<CertificateId> {
  const { id } = await server.app.certificates.issue(buildIssueInput(changes));
  return CertificateId.parse(id);
}
