export {
  createDeployments,
  type Deployments,
  digestOfDeployed,
  parseDeployedAt,
} from './deployments.service.ts';
export { findEntry } from './entry.policy.ts';
export type { GithubRepo } from './github-url.ts';
export { readInlineFiles } from './inline-files.ts';
export { openSource } from './opened-source.ts';
export { modeOf, type SourceFileKind } from './source-tree.ts';
export { createSources, type Sources } from './sources.service.ts';
export { readUploadedArchive } from './uploaded-archive.ts';
