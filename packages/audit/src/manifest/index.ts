export { readHead, readText } from '@assay/analysis/flow/manifests/head';
export { checkManifest } from './check.ts';
export { toManifest } from './normalise.ts';
export type { ProposedManifest } from './propose.ts';
