import { hash } from 'node:crypto';
import {
  type BundleDigests,
  bundleSha256,
  canonicalBytes,
  describeBundle,
  gitTreeId,
  type Manifest,
  type ProductType,
  Sha256,
  sha256Hex,
} from '@assay/protocol';
import { modeOf, type SourceFileKind } from '../sources/index.ts';

export type BundleFile = {
  readonly path: string;
  readonly bytes: Uint8Array;
  readonly kind: SourceFileKind;
  /** The symlink target, as stored. */
  readonly target?: string;
};
export type BundleEntry = Omit<BundleFile, 'bytes' | 'target'> & { readonly sha256: Sha256; readonly size: number };

/** The digests that a certificate seals. */
export const digestsOf = (files: readonly BundleFile[], entryPath: string): BundleDigests =>
  describeBundle(files.map(toGitFile), entryPath);

/** The git tree id of these files. */
export const gitTreeOf = (files: readonly BundleFile[]): string => gitTreeId(files.map(toGitFile));

const toGitFile = (file: BundleFile) => ({ path: file.path, bytes: file.bytes, mode: modeOf(file) });

export const toEntries = (files: readonly BundleFile[]): BundleEntry[] =>
  files.map(({ path, kind, bytes }) => ({
    path,
    kind,
    sha256: Sha256.parse(hash('sha256', bytes)),
    size: bytes.length,
  }));

/** The public digest of a bundle, over its paths and bytes. */
export const bundleSha256Of = (entries: readonly BundleEntry[]): Sha256 =>
  bundleSha256(entries.map((entry) => ({ path: entry.path, sha256: entry.sha256, mode: modeOf(entry) })));

/**
 * The store's id of a bundle. It includes the kinds, because a reviewer treats a symlink and a file with the same bytes
 * differently.
 */
export function bundleIdOf(entries: readonly BundleEntry[]): string {
  const sorted = entries.toSorted((a, b) => (a.path < b.path ? -1 : 1));
  return sha256Hex(canonicalBytes(sorted.map(({ path, kind, sha256 }) => ({ path, kind, sha256 }))));
}

type ReviewedInput = {
  readonly productType: ProductType;
  readonly source: { readonly url: string | null; readonly ref: string | null };
  readonly manifest: Manifest;
  readonly hasManifest: boolean;
  readonly entryPath: string;
};

/** The engine's input, in the preview and in the council alike, so that the same input gives the same report. */
export const toEngineBundle = (input: ReviewedInput, files: readonly BundleFile[]) => ({
  productType: input.productType,
  files,
  ...(input.hasManifest ? { manifest: input.manifest } : {}),
  declaredEndpoints: input.manifest.declaredEndpoints,
  source: { url: input.source.url ?? '', ref: input.source.ref ?? '', entry: input.entryPath },
});
