export { checkManifest } from './check.ts';
export { type Head, readHead, readText } from './head.ts';
export { toManifest } from './normalise.ts';
export { type ManifestEvidence, type ProposedManifest, proposeManifest } from './propose.ts';
