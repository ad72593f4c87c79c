import { type CertificateId, type LiveStatus, Problem } from '@assay/protocol';
import type { SubmissionStore } from './submissions.store.ts';

type Deps = {
  readonly findCertificate: (id: CertificateId) => Promise<{ readonly submissionId: string } | undefined>;
  readonly submissions: Pick<SubmissionStore, 'find'>;
  readonly deprecate: (id: CertificateId, note: string | null) => Promise<void>;
  readonly liveStatus: (id: CertificateId) => Promise<LiveStatus>;
};

/** What the owner of a certificate may do with it: whoever submitted the bytes. */
export function createCertificateActs({ findCertificate, submissions, deprecate, liveStatus }: Deps) {
  async function requireOwner(id: CertificateId, owners: readonly string[]): Promise<void> {
    const certificate = await findCertificate(id);
    if (certificate === undefined) throw new Problem('certificate_not_found');
    const found = await submissions.find(certificate.submissionId);
    if (found === undefined || !owners.includes(found.submission.owner)) throw new Problem('not_certificate_owner');
  }

  return {
    async deprecate(id: CertificateId, owners: readonly string[], note: string | null): Promise<LiveStatus> {
      await requireOwner(id, owners);
      await deprecate(id, note);
      return liveStatus(id);
    },
  };
}
export type CertificateActs = ReturnType<typeof createCertificateActs>;
