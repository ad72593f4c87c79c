import type { VerifyRecord } from '@assay/client';
import { GITHUB, toRepository } from './source.ts';

/** `commit` is null for a local folder. */
export type Provenance = { readonly source: string; readonly path: string; readonly commit: string | null };
/** Certificates of repositories always seal the commit. */
export type SealedProvenance = Provenance & { readonly commit: string };

type Sealed = Pick<VerifyRecord['source'], 'type' | 'url' | 'commit' | 'entry'>;

/** The sealed provenance of the certified bytes; `undefined` for uploaded files. */
export function sealedProvenance(
  { type, url, commit, entry }: Sealed,
  paths: readonly string[],
): SealedProvenance | undefined {
  if (type !== 'github' || url === null || commit === null) return undefined;
  const [, repository = ''] = /^https:\/\/(?:www\.)?github\.com\/([^/]+\/[^/?#]+)/i.exec(url) ?? [];
  if (repository === '') return undefined;
  const parts = entry.split('/');
  const inFolder = parts.map((_, index) => parts.slice(index).join('/')).find((end) => paths.includes(end)) ?? entry;
  return { source: toRepository(`${GITHUB}/${repository}`), path: entry.slice(0, -inFolder.length - 1) || '.', commit };
}
