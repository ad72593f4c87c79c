import { type CertificateId, Problem, type SubmissionId } from '@assay/protocol';
import type { CertificateStore } from '../certificates/index.ts';
import type { InputIdentity, SubmissionStore } from './submissions.store.ts';

type Deps = {
  readonly submissions: Pick<SubmissionStore, 'findSame'>;
  readonly certificates: Pick<CertificateStore, 'findBySubmission'>;
};
type Existing = { readonly certificateId: CertificateId | null; readonly submissionId: SubmissionId | null };

/** Recognises bytes that the same owner already submitted, before a second payment. */
export function createDuplicates({ submissions, certificates }: Deps) {
  const certificateOf = async (submissionId: string): Promise<string | undefined> =>
    (await certificates.findBySubmission(submissionId))?.id;

  async function find(input: InputIdentity): Promise<Existing> {
    const row = await submissions.findSame(input);
    if (row === undefined) return { certificateId: null, submissionId: null };
    const certificateId = (await certificateOf(row.id)) ?? null;
    return { certificateId: certificateId as CertificateId | null, submissionId: row.id as SubmissionId };
  }

  return {
    find,
    async requireNew(input: InputIdentity): Promise<void> {
      const row = await submissions.findSame(input);
      if (row === undefined) return;
      const submissionId = row.id;
      if (row.state === 'REJECTED') throw new Problem('already_rejected', { submissionId });
      const certificateId = row.state === 'CERTIFIED' ? await certificateOf(submissionId) : undefined;
      if (certificateId !== undefined) throw new Problem('already_certified', { certificateId });
      throw new Problem('submission_in_progress', { submissionId });
    },
  };
}
export type Duplicates = ReturnType<typeof createDuplicates>;
