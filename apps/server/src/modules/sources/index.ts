export type { GithubRepo } from './github-url.ts';
export { createPreview, type Preview } from './preview.service.ts';
export { SOURCE_LIMITS } from './source-limits.ts';
export type { SourceFile, SourceTree } from './source-tree.ts';
export { createSources, type SourceLocation, type Sources } from './sources.service.ts';
