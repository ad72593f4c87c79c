import type { RouteTable } from '../route.ts';
import {
  GeneratedManifest,
  ManifestCheck,
  ManifestCheckRequest,
  ManifestGenerateRequest,
  SourcePreview,
  SourceQuery,
  SourceRequest,
} from '../wire/developer.ts';

const own = {
  plane: 'developer',
  access: 'dev',
  rate: 'heavy',
  isFreeWork: true,
  cache: 'private',
  method: 'POST',
  status: 200,
} as const;
const unreadable = [
  'source_url_unsupported',
  'source_not_found',
  'source_too_large',
  'bundle_rejected',
  'source_unavailable',
  'source_timeout',
] as const;

/** Checks before a submission: the content of a source and the manifest that fits it. Stores nothing. */
export const sourceRoutes = {
  fetchSource: {
    ...own,
    path: '/api/v1/certsvc/dev/source/fetch',
    summary: 'Inspect a public repository: files, entry, product type',
    description:
      'Reads `https://github.com/<owner>/<repository>`, a folder of it (`/tree/<ref>/<folder>`) or the folder of a file ' +
      '(`/blob/<ref>/<file>`) at an exact commit. Large trees are paged: send the request again with `cursor`. ' +
      'Returns 410 `cursor_expired` if the branch has changed since the first page.',
    query: SourceQuery,
    body: SourceRequest,
    answer: SourcePreview,
    errors: [...unreadable, 'cursor_expired'],
  },
  generateManifest: {
    ...own,
    path: '/api/v1/certsvc/dev/manifest/generate',
    summary: 'Generate a manifest from a source, with the location of each entry',
    body: ManifestGenerateRequest,
    bodyLimit: 'bundle',
    answer: GeneratedManifest,
    errors: [...unreadable, 'draft_not_found'],
  },
  validateManifest: {
    ...own,
    path: '/api/v1/certsvc/dev/manifest/validate',
    summary: 'Validate a manifest, alone or against a source',
    description:
      'A submission whose manifest has an error is rejected. With `against`, warnings list every difference between the ' +
      "manifest and the source's behaviour. Each `edit` applies to the submitted manifest.",
    body: ManifestCheckRequest,
    bodyLimit: 'bundle',
    answer: ManifestCheck,
    errors: [...unreadable, 'draft_not_found'],
  },
} as const satisfies RouteTable;
