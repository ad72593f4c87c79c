import { Problem } from '@assay/protocol';
import { type BundleFile, digestsOf } from '../submissions/index.ts';
import type { Sealed } from './sales.store.ts';

type Deps = { readonly loadBundle: (bundleId: string) => Promise<BundleFile[]> };
/** The bytes of a certificate, verified against the sealed digests. */
type CertifiedBytes = {
  readonly files: readonly BundleFile[];
  readonly bundleSha256: string;
  readonly entry: string;
};

/** Computes every digest again from the stored bytes, so that only certified bytes are sold. */
export function createCertifiedBytes({ loadBundle }: Deps) {
  return async function readCertified(sealed: Sealed | undefined): Promise<CertifiedBytes> {
    if (sealed === undefined) throw new Problem('certificate_not_found');
    const { bundleId, entryPath } = sealed;
    const files = await loadBundle(bundleId).catch(() => []); // missing bytes count as changed
    const hasEntry = files.some(({ path }) => path === entryPath);
    const digests = hasEntry ? digestsOf(files, entryPath) : undefined;
    const isUnchanged =
      digests?.bundleSha256 === sealed.bundleSha256 &&
      (sealed.treeSha256 === null || digests.treeSha256 === sealed.treeSha256);
    if (!isUnchanged) throw new Problem('bundle_changed');
    return { files, bundleSha256: sealed.bundleSha256, entry: entryPath };
  };
}
export type ReadCertified = ReturnType<typeof createCertifiedBytes>;
