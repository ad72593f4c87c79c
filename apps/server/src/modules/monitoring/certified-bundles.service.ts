import { CertificateId } from '@assay/protocol';
import type { BundleIdentity, CertificateStore } from '../certificates/index.ts';
import type { Lifecycle, SubmissionStore } from '../submissions/index.ts';

type SealedBundle = Awaited<ReturnType<Lifecycle['bundleOf']>>;
type Deps = {
  readonly certificates: Pick<CertificateStore, 'findSealed' | 'findByDigest'>;
  readonly submissions: Pick<SubmissionStore, 'find'>;
  readonly lifecycle: Pick<Lifecycle, 'bundleOf'>;
};

/** Reads the certified bytes. */
export function createCertifiedBundles({ certificates, submissions, lifecycle }: Deps) {
  return {
    /** Undefined if this service does not store the bytes. */
    async find(certificateId: string): Promise<SealedBundle | undefined> {
      const sealed = await certificates.findSealed(CertificateId.parse(certificateId));
      const found = sealed === undefined ? undefined : await submissions.find(sealed.submissionId);
      return found === undefined ? undefined : lifecycle.bundleOf(found.submission.id);
    },
    async isCertified({ bundleSha256, treeSha256 }: BundleIdentity): Promise<boolean> {
      const search = { columns: ['bundleSha256'], sha256: bundleSha256, treeSha256, limit: 1 } as const;
      return (await certificates.findByDigest(search)).length > 0;
    },
  };
}
