import { type CertificateId, type LiveStatus, Problem } from '@assay/protocol';
import type { Certificates, Standing } from '../certificates/index.ts';
import type { SealedSubmission, SubmissionStore } from './submissions.store.ts';

type Deps = {
  readonly certificates: Pick<Certificates, 'deprecate' | 'findStanding'>;
  readonly submissions: Pick<SubmissionStore, 'find'>;
  readonly liveStatus: (id: CertificateId) => Promise<LiveStatus>;
  /** Whether a round about these bytes is undecided. */
  readonly isUnderReview: (submissionId: string) => Promise<boolean>;
};

/** Actions of the certificate's owner, who submitted the bytes. */
export function createCertificateActs({ certificates, submissions, liveStatus, isUnderReview }: Deps) {
  async function findOwn(id: CertificateId, owners: readonly string[]): Promise<Standing & SealedSubmission> {
    const standing = await certificates.findStanding(id);
    if (standing === undefined) throw new Problem('certificate_not_found');
    const found = await submissions.find(standing.submissionId);
    if (found === undefined || !owners.includes(found.submission.owner)) throw new Problem('not_certificate_owner');
    return { ...standing, ...found };
  }

  return {
    isUnderReview,
    async deprecate(id: CertificateId, owners: readonly string[], note: string | null): Promise<LiveStatus> {
      await findOwn(id, owners);
      await certificates.deprecate(id, note);
      return liveStatus(id);
    },
    /** A suspended certificate with its certified bytes. */
    async findReAuditable(id: CertificateId, owners: readonly string[]): Promise<SealedSubmission> {
      const { status, revoked, ...found } = await findOwn(id, owners);
      if (revoked) throw new Problem('certificate_revoked');
      if (status !== 'SUSPENDED') throw new Problem('re_audit_not_allowed');
      return found;
    },
  };
}
export type CertificateActs = ReturnType<typeof createCertificateActs>;
