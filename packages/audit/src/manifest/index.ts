export { checkManifest } from './check.ts';
export { readHead, readText } from './head.ts';
export { toManifest } from './normalise.ts';
export type { ProposedManifest } from './propose.ts';
