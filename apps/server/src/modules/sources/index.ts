export type { GithubRepo } from './github-url.ts';
export { type InlineContent, readInlineFiles } from './inline-files.ts';
export { createManifests, type Manifests } from './manifests.service.ts';
export { type OpenedSource, openSource, readableOf, type SourceAddress } from './opened-source.ts';
export { createPreview, type Preview } from './preview.service.ts';
export { SOURCE_LIMITS } from './source-limits.ts';
export type { SourceFile, SourceTree } from './source-tree.ts';
export { bindSourceRoutes } from './sources.routes.ts';
export { createSources, type SourceLocation, type Sources } from './sources.service.ts';
