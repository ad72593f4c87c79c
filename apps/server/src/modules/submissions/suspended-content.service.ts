import { Problem } from '@assay/protocol';
import type { SealedInputRow } from './submissions.store.ts';
import type { SuspendedContentStore } from './suspended-content.store.ts';

type Content = { readonly contentSha256: string | null; readonly bundleSha256: string };
type Deps = { readonly store: SuspendedContentStore };

/** Detects suspended or revoked content of any submitter, before payment. */
export function createSuspendedContent({ store }: Deps) {
  async function requireClear(content: Content): Promise<void> {
    const found = await store.find(content);
    if (found !== undefined) throw new Problem('content_suspended', found);
  }

  return {
    requireClear,
    /** Checks an input that was priced earlier. */
    async requireInputClear(input: Pick<SealedInputRow, 'contentSha256' | 'bundleId'>): Promise<void> {
      const { contentSha256, bundleId } = input;
      const bundleSha256 = await store.bundleSha256Of(bundleId);
      if (bundleSha256 !== undefined) await requireClear({ contentSha256, bundleSha256 });
    },
  };
}
export type SuspendedContent = ReturnType<typeof createSuspendedContent>;
