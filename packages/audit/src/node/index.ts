export { loadParserAssets } from './parser-assets.ts';
export { type AuditPool, createAuditPool, POOL_LIMITS, type PoolOptions } from './pool.ts';
export { createEmbeddedSandbox, type EmbeddedOptions, type EmbeddedSandbox } from './sandbox/index.ts';
